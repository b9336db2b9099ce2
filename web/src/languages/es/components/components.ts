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
