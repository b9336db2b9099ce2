import type { Translation } from '../../../i18n/translation.ts'
import type * as texts from '../../../components/components.texts.ts'

export const components = {
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
