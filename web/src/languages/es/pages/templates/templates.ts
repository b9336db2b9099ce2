import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/templates/templates.texts.ts'
import { plural } from '../../../es-words.ts'

export const templates = {
  title: 'Plantillas',
  list: 'Plantillas de este proyecto',
  count: (count: number) => plural(count, 'plantilla', 'plantillas'),
  search: 'Buscar por nombre',
  type: 'Tipo',
  types: { TRANSACTIONAL: 'Transaccional', MARKETING: 'Marketing' },
  changed: 'Modificada',
  new: 'Nueva plantilla',
  empty: {
    title: 'Aún no hay plantillas',
    text: 'Una plantilla es un correo que se escribe una vez y se envía con variables. Escribe una aquí o con esta llamada:',
  },
  nothing: {
    title: 'Ninguna plantilla coincide',
    text: 'Prueba con otra parte del nombre.',
    clear: 'Mostrar todas las plantillas',
  },
  id: 'Id de la plantilla',
  copyId: 'Copiar el id de la plantilla',
  form: {
    title: 'Nueva plantilla',
    name: 'Nombre',
    subject: 'Asunto',
    starts: {
      blocks: { name: 'Bloques', hint: 'Sin código' },
      html: { name: 'HTML', hint: 'Para quien ya lo tiene' },
      mjml: { name: 'MJML', hint: 'Genera HTML que Outlook entiende' },
    },
    create: 'Crear',
  },
} satisfies Translation<typeof texts.templates>
