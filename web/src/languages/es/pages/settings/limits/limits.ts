import { formatCount } from '../../../../../format/number.ts'
import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/settings/limits/limits.texts.ts'
import { plural } from '../../../../es-words.ts'

const emails = (count: number) => plural(count, 'correo', 'correos')

export const limitTexts = {
  text: 'Con qué frecuencia y cuándo recibe la gente correo de marketing de este proyecto, todas las campañas y flujos juntos. El correo transaccional nunca se retiene.',
  notANumber: 'Escribe un número.',
  cap: {
    title: 'Límite de frecuencia',
    switch: 'Limitar cuántos correos de marketing recibe una persona',
    off: 'Desactivado: no hay límite.',
    emails: 'Correos como máximo',
    days: 'En cuántos días',
    says: (count: number, days: number) =>
      `Como máximo ${emails(count)} a una persona en ${plural(days, 'día', 'días')}.`,
    drops: (days: number, hours: number) =>
      `El límite abarca ${plural(days, 'día', 'días')}, pero un correo espera como máximo ${plural(hours, 'hora', 'horas')} y después se descarta, aunque podría enviarse más tarde. Deja que los correos esperen más o acorta el límite.`,
    hold: 'Retener correos como máximo estas horas',
    holdHint:
      'Un correo por encima del límite espera hasta que la persona pueda recibirlo. Pasado este tiempo se descarta.',
  },
  quiet: {
    title: 'Horas de silencio',
    switch: 'No enviar correo de marketing de noche o algunos días',
    off: 'Desactivado: los correos salen a cualquier hora.',
    from: 'Desde',
    to: 'Hasta',
    says: (from: string, to: string) =>
      from < to
        ? `No sale nada entre las ${from} y las ${to}.`
        : `No sale nada entre las ${from} y las ${to} del día siguiente.`,
    waits: 'Los correos esperan al final de las horas de silencio; ninguno se descarta por ellas.',
    weekdays: 'Empiezan los',
    weekdaysHint: 'Ninguno elegido: todos los días',
    zone: 'Según el reloj de',
    zones: {
      contact: 'El contacto: data.timezone, o si no la zona del proyecto',
      project: 'El proyecto',
    },
    zoneHint: (zone: string) => `La zona horaria del proyecto es ${zone}.`,
  },
  preview: {
    title: 'Lo que habría pasado',
    text: 'Prueba los límites de arriba con el correo de marketing de los últimos 30 días. No cambia nada y no hace falta guardar antes.',
    button: 'Probar con los últimos 30 días',
    invalid: 'Corrige primero lo marcado arriba.',
    stale: 'Los límites han cambiado desde entonces. Prueba de nuevo.',
    nothing: 'En los últimos 30 días no se envió correo de marketing, así que no hay con qué probar.',
    noLimits: 'Sin límites, todos los correos salen enseguida.',
    sentence: (all: number, held: number, dropped: number) =>
      `De ${emails(all)} en los últimos 30 días, ${formatCount(held)} habrían salido más tarde y ${formatCount(dropped)} se habrían descartado.`,
    list: 'Correo de marketing de los últimos 30 días con estos límites',
    columns: { outcome: 'Resultado', emails: 'Correos', share: 'Parte' },
    outcomes: {
      sentAtOnce: 'Enviados enseguida',
      cap: 'Retenidos por el límite de frecuencia, enviados después',
      quietHours: 'Retenidos por las horas de silencio, enviados después',
      dropped: 'Descartados: retenidos demasiado tiempo por el límite de frecuencia',
    },
    looked: (count: string) => `Se revisaron los ${count} contactos.`,
    sampled: (count: string) => `Estimado a partir de ${count} contactos elegidos al azar.`,
  },
  saved: 'Los límites se han guardado. Los correos que esperan se evalúan de nuevo.',
} satisfies Translation<typeof texts.limitTexts>
