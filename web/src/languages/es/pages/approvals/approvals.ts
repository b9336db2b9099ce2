import { formatCount } from '../../../../format/number.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/approvals/approvals.texts.ts'
import { plural } from '../../../es-words.ts'

export const approvalTexts = {
  title: 'Aprobaciones',
  list: 'Aprobaciones, las más recientes primero',
  count: (count: number) => plural(count, 'aprobación', 'aprobaciones'),
  columns: {
    title: 'Correo',
    tool: 'Qué',
    recipients: 'Destinatarios',
    key: 'Pedida con',
    state: 'Estado',
    requested: 'Pedida',
  },
  search: 'Buscar por asunto, campaña o clave',
  state: 'Estado',
  states: {
    WAITING: 'En espera',
    APPROVED: 'Aprobada',
    REJECTED: 'Rechazada',
    FAILED: 'Fallida',
    EXPIRED: 'Caducada',
  },
  tools: { send_email: 'Correo', send_campaign: 'Campaña', test_campaign: 'Prueba de una campaña' },
  recipients: (count: number | null) => (count === null ? 'Sin contar' : formatCount(count)),
  empty: {
    title: 'Nada espera tu decisión',
    text: 'Cuando un agente (MCP) quiere enviar a más destinatarios de los que permiten los ajustes del proyecto sin aprobación, lo decides aquí.',
  },
  nothing: {
    title: 'No hay coincidencias',
    text: 'Prueba con otra parte del título o con otro estado.',
    clear: 'Mostrar todas',
  },
  calls: { list: 'Listar aprobaciones', read: 'Obtener la aprobación' },
  detail: {
    request: 'Petición',
    content: 'Lo que se enviaría',
    outcome: 'Decisión',
    what: 'Qué',
    recipients: 'Destinatarios',
    key: 'Clave de API',
    requested: 'Pedida',
    expires: 'Caduca',
    decidedBy: 'Decidida por',
    decided: 'Decidida',
    reason: 'Motivo',
    campaign: 'Abrir la campaña',
    campaignText:
      'Mira la campaña antes de aprobarla. Si cambia hasta entonces, la aprobación falla y no se envía nada.',
    to: 'Para',
    subject: 'Asunto',
    template: 'Plantilla',
    scheduled: 'Programado para',
    preview: 'El correo',
    whole: 'Todos los campos de la llamada',
  },
  waiting: 'Un agente espera tu decisión. No se ha enviado nada.',
  outcomes: {
    APPROVED: 'Se aprobó y se llevó a cabo.',
    REJECTED: 'Se rechazó. No se envió nada.',
    FAILED: 'Se aprobó, pero no se pudo llevar a cabo. No se envió nada.',
    EXPIRED: 'Nadie decidió a tiempo. No se envió nada.',
  },
  approving: {
    button: 'Aprobar',
    title: '¿Enviar esto?',
    text: (recipients: number | null) =>
      recipients === null
        ? 'Se envía enseguida. No se pudieron contar los destinatarios.'
        : `Se envía a ${plural(recipients, 'destinatario', 'destinatarios')}.`,
    submit: 'Aprobar y enviar',
    done: { APPROVED: 'Se ha aprobado.', other: 'No se pudo llevar a cabo.' },
  },
  rejecting: {
    button: 'Rechazar',
    title: '¿Rechazar esto?',
    text: 'No se envía nada. El agente puede leer el motivo.',
    reason: 'Motivo',
    submit: 'Rechazar',
    done: 'Se ha rechazado.',
  },
} satisfies Translation<typeof texts.approvalTexts>
