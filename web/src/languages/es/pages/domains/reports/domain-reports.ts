import { plural } from '../../../../../format/plural.ts'
import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/domains/reports/domain-reports.texts.ts'

export const domainReportTexts = {
  title: (domain: string) => `Informes sobre ${domain}`,
  reports: 'Informes',
  back: 'Dominio',
  empty:
    'Ningún receptor ha enviado un informe firmado sobre estos días. Los informes llegan una vez al día, cuando el registro DMARC nombra este servidor en rua. Copia el registro de la página del dominio.',
  unsigned: (reports: number, messages: number) =>
    `${plural(reports, 'informe', 'informes')} sin firma, sobre ${plural(messages, 'mensaje', 'mensajes')}. No cuentan en esta página, porque cualquiera puede enviar uno.`,
  unsignedTls: (reports: number, sessions: number) =>
    `${plural(reports, 'informe TLS', 'informes TLS')} sin firma, sobre ${plural(sessions, 'sesión', 'sesiones')}. Tampoco cuentan en esta página.`,
  chart: {
    title: 'Mensajes que vieron los receptores',
    zone: 'Días en UTC',
    names: { ours: 'Nuestros', passed: 'Pasaron DMARC', messages: 'Todos' },
    summary: (messages: string, aligned: string) =>
      `Los receptores vieron ${messages} mensajes; ${aligned} pasaron DMARC.`,
  },
  readiness: {
    title: 'Una política más estricta',
    current: (policy: string) => `La política en DNS es p=${policy}, según el informe más reciente.`,
    ready: 'Segura',
    notReady: 'Todavía no',
  },
  receivers: {
    title: 'Receptores',
    receiver: 'Receptor',
    sent: 'Enviamos',
    ours: 'Nuestros que vio',
    others: 'Otros',
    passed: 'Nuestros que pasaron',
    unknown: 'Aún sin contar',
  },
  alerts: {
    title: 'Avisos',
    day: 'Día',
    kind: 'Tipo',
    seen: 'Qué se ha visto',
    next: 'Siguiente paso',
    more: 'Mostrar más',
    kinds: {
      'email.unknown_source': 'Remitente desconocido',
      'email.alignment_dropped': 'Pasa menos',
      'email.tls_failing': 'Falla el cifrado',
    },
    recent: (count: number, domain: string) =>
      `${plural(count, 'aviso', 'avisos')} sobre ${domain} en los últimos 7 días.`,
    open: 'Abrir los informes',
  },
  sources: {
    title: 'Quién envía como este dominio',
    source: 'Dirección',
    kind: 'Función',
    messages: 'Mensajes',
    passed: 'Pasaron',
    since: 'Desde',
    next: 'Próximo paso',
    more: 'Mostrar más',
    network: (network: string) => `en ${network}`,
    others: 'Fuentes más pequeñas',
    kinds: {
      ours: 'Este servidor',
      'ours-failing': 'Este servidor, con fallos',
      forwarder: 'Reenvío',
      service: 'Otro servicio',
      unknown: 'Desconocida',
    },
  },
  tls: {
    title: 'Cifrado en el camino a este dominio',
    good: (successful: string) => `${successful} sesiones de otros servidores se cifraron como debían.`,
    failed: (failed: string, successful: string) =>
      `${failed} sesiones de otros servidores fallaron, ${successful} no.`,
    result: 'Resultado',
    reporter: 'Informado por',
    sessions: 'Sesiones',
    last: 'Última vez',
    next: 'Próximo paso',
  },
  unread: {
    title: 'Correos que no se pudieron leer',
    from: 'De',
    at: 'Recibido',
    problem: 'Motivo',
    nobody: 'Desconocido',
  },
} satisfies Translation<typeof texts.domainReportTexts>
