import { formatCount } from '../../../../../format/number.ts'
import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/contacts/profile/profile.texts.ts'
import { plural } from '../../../../es-words.ts'

const reasons = {
  hard_bounce: 'un correo rebotó porque el buzón no existe',
  complaint: 'un correo se denunció como spam',
  soft_bounces: 'varios correos rebotaron seguidos',
  manual: 'la dirección se puso a mano en la lista de supresión',
}

export const profile = {
  suppression: {
    text: (reason: keyof typeof reasons) => `Esta dirección no recibe correo: ${reasons[reason]}.`,
    since: 'Desde',
    until: 'Hasta',
    lift: 'Levantar la supresión',
    title: '¿Volver a enviar correo a esta dirección?',
    warnings: {
      hard_bounce: 'El correo a un buzón que no existe daña la reputación de tu dominio.',
      complaint: 'El correo a quien se quejó daña la reputación de tu dominio. Pregúntale antes.',
      soft_bounces: 'Los próximos rebotes pueden suprimirla de nuevo.',
      manual: 'Alguien de tu equipo la suprimió a propósito.',
    },
    lifted: 'La dirección puede volver a recibir correo.',
  },
  segments: {
    title: 'Segmentos',
    none: 'En ningún segmento.',
    since: 'desde',
    unchecked: (count: number) =>
      `No se ${count === 1 ? 'pudo' : 'pudieron'} comprobar ${plural(count, 'segmento', 'segmentos')}, porque el filtro tarda demasiado o se refiere a un segmento eliminado.`,
  },
  workflows: {
    title: 'Flujos',
    none: 'En ningún flujo por ahora.',
    at: (step: string) => `En: ${step}`,
    open: (workflow: string) => `Abrir la ejecución de ${workflow}`,
    since: 'desde',
    goesOn: 'continúa',
    started: 'inicio',
  },
  engagement: {
    title: 'Interacción',
    by: 'Periodo',
    periods: { month: 'Por mes', week: 'Por semana' },
    sent: 'Enviados',
    opened: 'Abiertos',
    clicked: 'Con clic',
    summary: (sent: number, opened: number, clicked: number) =>
      `Enviados ${formatCount(sent)}, abiertos ${formatCount(opened)}, con clic ${formatCount(clicked)}`,
    none: {
      month: 'Ningún correo en los últimos 12 meses.',
      week: 'Ningún correo en las últimas 26 semanas.',
    },
    cut: 'Solo se cuentan los 5.000 correos, aperturas y clics más recientes.',
  },
  emails: {
    opened: 'Abierto',
    clicked: 'Con clic',
    campaign: 'Campaña',
    workflow: 'Flujo',
    template: 'Plantilla',
  },
  fields: {
    title: 'Campos',
    none: 'Aún no hay datos de este contacto.',
    edit: (key: string) => `Cambiar ${key}`,
    json: 'Campos como JSON',
    jsonHint: 'Texto, números, true, false, listas y objetos. Una clave que dejas fuera se quita.',
    taken: 'El contacto ya tiene este campo.',
    save: 'Guardar',
    cancel: 'Cancelar',
    saved: 'Guardado.',
  },
} satisfies Translation<typeof texts.profile>
