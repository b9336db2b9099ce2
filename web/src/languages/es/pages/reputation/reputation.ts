import { plural } from '../../../../format/plural.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/reputation/reputation.texts.ts'

export const reputation = {
  title: 'Reputación',
  subtitle: 'Cómo recibieron los destinatarios tus correos, día a día',
  provider: 'Proveedor de buzones',
  allProviders: 'Todos los proveedores de buzones',
  scope: 'Proyectos',
  scopes: { project: 'Este proyecto', instance: 'Todos los proyectos' },
  empty: 'No hay correos en estos días. Los correos se cuentan al enviarse.',
  chart: {
    title: 'Correos por día',
    zone: (timezone) => `Días en ${timezone}`,
    names: { accepted: 'Aceptados', deferred: 'Aplazados', bounced: 'Rebotes', complained: 'Quejas' },
    summary: (emails, bad) => `Correos por día: ${emails} en total, ${plural(bad, 'día malo', 'días malos')}`,
  },
  days: {
    label: 'Los días de un vistazo',
    states: { good: 'bueno', warn: 'llamativo', bad: 'malo', neutral: 'sin correos' },
    bad: (days) => `Malos: ${days}`,
    none: 'Ningún día malo.',
    explanation:
      'Un día es malo a partir de un 5 % de rebotes, un 0,3 % de quejas o un 30 % de intentos aplazados, y llamativo a partir de un 2 %, un 0,1 % o un 10 %. Los días con menos de 20 intentos no se valoran.',
  },
  table: {
    providers: 'Por proveedor de buzones',
    senders: 'Por dirección de envío',
    provider: 'Proveedor de buzones',
    sender: 'Dirección de envío',
    emails: 'Correos',
    accepted: 'Aceptados',
    deferred: 'Aplazados',
    bounced: 'Rebotes',
    complained: 'Quejas',
    server: 'Transporte de este servidor',
    deleted: 'Transporte eliminado',
  },
  replies: {
    title: 'Respuestas más frecuentes',
    none: 'Ningún receptor aplazó ni rechazó un correo.',
    others: 'Otras respuestas',
    since: 'desde',
    last: 'última',
    effects: { deferred: 'Aplazado', refused: 'Rechazado', reported: 'Rebotado después' },
  },
  brakes: {
    title: 'Qué frenó los envíos',
    none: 'Nada frenó los envíos.',
    kinds: {
      warned: 'Advertencia',
      paused: 'Marketing en pausa',
      transport: 'Transporte en reposo',
      destination: 'Receptor en reposo',
      'warm-up': 'Calentamiento agotado',
    },
    project: 'Correos de marketing del proyecto',
    from: 'desde',
    until: 'hasta',
    now: 'sigue así',
  },
} satisfies Translation<typeof texts.reputation>
