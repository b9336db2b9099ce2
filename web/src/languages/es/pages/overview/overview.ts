import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/overview/overview.texts.ts'
import { plural } from '../../../es-words.ts'

export const overview = {
  title: 'Resumen',
  live: 'En directo',
  period: 'Periodo',
  periods: { 7: 'Últimos 7 días', 30: 'Últimos 30 días' },
  figures: {
    label: 'Correos en este periodo',
    names: {
      sent: 'Enviados',
      delivered: 'Entregados',
      opened: 'Abiertos',
      clicked: 'Con clic',
      bounced: 'Rebotados',
      complained: 'Quejas',
    },
    shares: {
      sent: '',
      delivered: 'de los enviados',
      opened: 'de los entregados',
      clicked: 'de los entregados',
      bounced: 'de los enviados',
      complained: 'de los entregados',
    },
    up: (share: string, days: number) => `${share} más que en los ${days} días anteriores`,
    down: (share: string, days: number) => `${share} menos que en los ${days} días anteriores`,
  },
  chart: {
    title: 'Correos por día',
    zone: (timezone: string) => `Días en ${timezone}`,
    summary: (sent: string, opened: string, days: number) =>
      `Correos por día: ${sent} entregados y ${opened} abiertos en los últimos ${days} días`,
  },
  health: {
    title: 'Reputación',
    states: {
      GOOD: 'Buena',
      TOO_FEW: 'Muy pocos correos',
      WARNED: 'En riesgo',
      PAUSED: 'Marketing en pausa',
    },
    reportable: (count: number) =>
      `Las quejas se cuentan sobre ${plural(count, 'correo', 'correos')} a receptores que las comunican. Gmail no lo hace.`,
    overTime: 'Reputación a lo largo del tiempo',
    refusals: 'Rechazados por el remitente',
    refused: (emails: number) => `${plural(emails, 'correo', 'correos')} desde`,
    kinds: {
      authentication: 'Autenticación',
      blocklist: 'Lista de bloqueo',
      content: 'Contenido',
      size: 'Demasiado grande',
      rate: 'Demasiado rápido',
      server: 'Nombre del servidor',
      policy: 'Política',
    },
    bounces: 'Rebotes',
    complaints: 'Quejas',
    of: (count: number) => `de ${plural(count, 'correo', 'correos')} en 7 días`,
    warning: (limit: string) => `aviso a partir de ${limit}`,
    pause: (limit: string) => `el marketing se pausa a partir de ${limit}`,
    spoken: (rate: string, limits: string) => `${rate}; ${limits}`,
    resume: 'Reanudar el correo de marketing',
    resumed: 'El correo de marketing sale de nuevo.',
  },
  domains: {
    title: 'Dominios que requieren atención',
    states: {
      PENDING: 'Sus registros DNS aún no están.',
      VERIFIED: 'Algo ha cambiado en sus registros DNS.',
      FAILED: 'No se encontraron sus registros DNS.',
    },
    open: 'Abrir',
  },
  contacts: (total: number, subscribed: string) =>
    `${plural(total, 'contacto', 'contactos')}, ${subscribed} suscritos`,
  newest: 'Correos más recientes',
  all: 'Todos los correos',
  activity: 'Actividad reciente',
  allActivity: 'Toda la actividad',
  nothing: 'Nada todavía.',
} satisfies Translation<typeof texts.overview>
