import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/sample-data/sample-data.texts.ts'
import { plural } from '../../../es-words.ts'

export const sampleDataTexts = {
  text: '¿Solo estás probando? Carga contactos con eventos, un segmento, plantillas, campañas enviadas y un flujo con ejecuciones. A esos contactos nunca se les envía nada, y un clic lo quita todo.',
  add: 'Cargar datos de ejemplo',
  added: (contacts: number) =>
    `Ya están ${plural(contacts, 'contacto', 'contactos')} con eventos, dos campañas enviadas, un flujo, un segmento, temas, plantillas y un formulario.`,
} satisfies Translation<typeof texts.sampleDataTexts>
