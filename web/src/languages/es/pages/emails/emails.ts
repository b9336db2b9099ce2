import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/emails/emails.texts.ts'
import { plural } from '../../../es-words.ts'

export const emails = {
  title: 'Correos',
  list: 'Correos de este proyecto, los más recientes primero',
  count: (count: number) => plural(count, 'correo', 'correos'),
  matching: (count: number) => plural(count, 'correo coincide', 'correos coinciden'),
  search: 'Buscar por dirección o asunto',
  status: 'Estado',
  columns: {
    to: 'Para',
    subject: 'Asunto',
    status: 'Estado',
    engagement: 'Actividad',
    source: 'Origen',
    at: 'Aceptado',
  },
  empty: {
    title: 'Aún no hay correos',
    text: 'Cada correo que envías aparece aquí al momento, con su historial. Esta llamada envía uno:',
  },
  nothing: {
    title: 'Ningún correo coincide',
    text: 'Prueba con otra palabra u otro estado.',
    clear: 'Mostrar todos los correos',
  },
  detail: {
    to: 'a',
    identifiers: 'Detalles',
    id: 'Id del correo',
    messageId: 'Message-ID',
    from: 'De',
    recipient: 'Para',
    source: 'Origen',
    transport: 'Transporte',
    thisServer: 'Este servidor',
    tags: 'Etiquetas',
    attempts: 'Intentos',
    copyId: 'Copiar el id del correo',
    copyMessageId: 'Copiar el Message-ID',
    copyAddress: 'Copiar la dirección',
    asCurl: 'Copiar como curl',
    resend: 'Enviar de nuevo',
    resent: 'El correo se ha enviado de nuevo.',
    cancel: 'Cancelar el correo',
    cancelled: 'El correo se ha cancelado.',
    reason: 'Motivo',
  },
} satisfies Translation<typeof texts.emails>
