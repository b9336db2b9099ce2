import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/settings/control-group/control-group.texts.ts'

export const controlGroupTexts = {
  text: 'El grupo de control es una pequeña parte de tus contactos, elegida al azar, que no recibe campañas ni correo de marketing de flujos. La diferencia entre los demás y el grupo es el efecto de tu correo de marketing. El correo transaccional y las confirmaciones no se ven afectados.',
  share: 'El grupo',
  percent: 'Parte de los contactos, en porcentaje',
  percentHint: 'De 0 a 20. 0: sin grupo de control. Una parte mayor conserva a sus miembros.',
  since: 'Tiene este tamaño desde',
  anew: 'Otra parte inicia la comparación de nuevo.',
  saved: 'El grupo de control se ha guardado.',
  report: 'Cómo le fue al grupo',
  reportText:
    'Compara cuántos contactos del grupo y cuántos de los demás han hecho algo desde que el grupo tiene su tamaño, como máximo en los últimos 90 días. Solo cuentan quienes ya eran contactos al empezar ese plazo.',
  event: 'Evento',
  eventHint: 'Como lo registra tu programa, por ejemplo order.paid',
  value: 'Valor que se suma',
  valueHint: 'Un número en los datos del evento, como data.total. Vacío: ninguno',
  compare: 'Comparar',
  none: 'No hay grupo de control que comparar.',
  notice: (event: string, from: string, to: string) =>
    `Contactos con el evento «${event}», del ${from} al ${to}.`,
} satisfies Translation<typeof texts.controlGroupTexts>
