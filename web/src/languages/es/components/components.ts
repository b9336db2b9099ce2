import type { Translation } from '../../../i18n/translation.ts'
import type * as texts from '../../../components/components.texts.ts'

/** Wordings of the API for values, with the limits that they name. */
const FIELD_PROBLEMS: readonly (readonly [RegExp, string])[] = [
  [/^must not be empty$/, 'No puede estar vacío'],
  [/^is required$/, 'Es obligatorio'],
  [/^must have at most (\d+) characters$/, 'Puede tener $1 caracteres como máximo'],
  [/^must have at least (\d+) characters$/, 'Debe tener $1 caracteres como mínimo'],
  [/^must have at most (\d+) (?:items|entries|fields)$/, 'Puede tener $1 elementos como máximo'],
  [/^must have at least (\d+) (?:items?|entries|fields)$/, 'Debe tener $1 elementos como mínimo'],
  [/^must be at most (\S+)$/, 'Debe ser $1 como máximo'],
  [/^must be at least (\S+)$/, 'Debe ser $1 como mínimo'],
  [/^must be more than (\S+)$/, 'Debe ser mayor que $1'],
  [/^must be less than (\S+)$/, 'Debe ser menor que $1'],
  [/^must be an? (?:whole )?number$/, 'Debe ser un número'],
  [/^must be an email address$/, 'Debe ser una dirección de correo'],
  [/^must be a URL$/, 'Debe ser una URL'],
  [/^must be one line$/, 'Debe ser una sola línea'],
  [/^must have at least one address$/, 'Debe tener al menos una dirección'],
  [
    /^must have lower-case letters, digits, hyphens and underscores only$/,
    'Solo puede tener minúsculas, cifras, guiones y guiones bajos',
  ],
  [/^must be a whole number from (\S+) to (\S+)$/, 'Debe ser un número entero de $1 a $2'],
  [/^must have the form (\S+)$/, 'Debe tener la forma $1'],
  [/^must be an http or https address$/, 'Debe ser una dirección http o https'],
  [/^must be an https address$/, 'Debe ser una dirección https'],
  [/^must be one line, without control characters$/, 'Debe ser una sola línea, sin caracteres de control'],
  [/^must be one of:? (.+)$/, 'Debe ser uno de estos: $1'],
  [/^must be a time zone, for example (\S+)$/, 'Debe ser una zona horaria, por ejemplo $1'],
  [/^must be a colour such as (\S+)$/, 'Debe ser un color, por ejemplo $1'],
  [/^must be a date such as (\S+) or (\S+)$/, 'Debe ser una fecha, por ejemplo $1 o $2'],
  [/^must be a date and time such as (\S+)$/, 'Debe ser una fecha con hora, por ejemplo $1'],
  [/^must not be before (\S+)$/, 'No puede ser antes de $1'],
  [/^must be at most two years ahead$/, 'Puede ser como máximo dentro de dos años'],
  [/^must be a PNG, JPEG, GIF or WebP image$/, 'Debe ser una imagen PNG, JPEG, GIF o WebP'],
  [/^must be at most (\S+) kB of JSON$/, 'Puede tener $1 kB de JSON como máximo'],
]

export const components = {
  fieldProblem(message: string) {
    const [form, words] = FIELD_PROBLEMS.find(([known]) => known.test(message)) ?? []
    return form && words !== undefined ? message.replace(form, words) : message
  },
  copied: 'Copiado',
  copyCode: 'Copiar',
  close: 'Cerrar',
  cancel: 'Cancelar',
  loadMore: 'Cargando más…',
  tryAgain: 'Reintentar',
  requestId: 'Id de la petición',
  copyRequestId: 'Copiar el id de la petición',
  selectAll: 'Seleccionar todas las filas cargadas',
  selectRow: (name: string) => `Seleccionar ${name}`,
  showPassword: 'Mostrar la contraseña',
  hidePassword: 'Ocultar la contraseña',
  clearSearch: 'Borrar la búsqueda',
  nothingFound: 'No se ha encontrado nada.',
  language: 'Lenguaje del ejemplo',
  content: 'Contenido',
  chart: { asTable: 'Mostrar como tabla', asChart: 'Mostrar como gráfico', time: 'Tiempo' },
} satisfies Translation<typeof texts.components>
