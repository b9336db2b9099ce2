import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/settings/opt-in/opt-in.texts.ts'
import { plural } from '../../../../es-words.ts'

export const optInTexts = {
  text: 'Cualquiera puede escribir la dirección de otra persona en un formulario. Con la doble confirmación, quien se apunta recibe un correo con un enlace, y correo de marketing solo después de seguirlo.',
  docs: 'Cómo funciona la doble confirmación',
  who: 'Quién confirma',
  switch: 'Todos los que se apuntan confirman con un enlace',
  on: 'A quien se apunta por un formulario o una clave pública se le pide confirmar. Hasta entonces no recibe correo de marketing.',
  off: 'Desactivado: las personas nuevas quedan suscritas enseguida. Quienes se dieron de baja deben confirmar igualmente para volver.',
  noSender:
    'El proyecto no tiene remitente: los correos con el enlace no se pueden enviar y nadie puede suscribirse con un formulario. Elige un remitente predeterminado o un correo con remitente propio.',
  senderHint: 'El remitente se fija en',
  project: 'los ajustes del proyecto',
  email: 'El correo con el enlace',
  template: 'Correo',
  builtIn: 'El correo integrado, en el idioma de la persona',
  templateHint: 'O una plantilla transaccional con {{ confirmUrl }}.',
  openTemplate: 'Abrir la plantilla',
  goneTemplate: (id: string) => `Una plantilla que no está en esta lista (${id})`,
  redirect: 'Página tras confirmar',
  redirectHint: 'Vacío: una página de este servidor que da las gracias.',
  expires: 'Días que funciona el enlace',
  says: (days: number) =>
    `Tras ${plural(days, 'día', 'días')} sin clic, el contacto vuelve a estar como antes.`,
  notANumber: 'Escribe un número.',
  saved: 'Los ajustes de la doble confirmación se han guardado.',
} satisfies Translation<typeof texts.optInTexts>
