import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/views/views.texts.ts'

export const viewsTexts = {
  views: 'Vistas',
  all: 'Todo, lo más reciente primero',
  save: 'Guardar esta vista…',
  delete: (name: string) => `Eliminar ${name}`,
  deleted: 'La vista se ha eliminado.',
  title: 'Guardar esta vista',
  text: 'Búsqueda, filtros y orden de esta lista, para todo el proyecto.',
  name: 'Nombre',
  submit: 'Guardar',
  replace: 'Sustituir',
  replaces: 'Esta lista ya tiene una vista con este nombre. Al guardar se sustituye.',
  saved: 'La vista se ha guardado.',
} satisfies Translation<typeof texts.viewsTexts>
