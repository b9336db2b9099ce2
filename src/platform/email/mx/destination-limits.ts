// The large receivers of email, by the names of their mail servers, and how much each accepts from one sender. Few publish
// their limits: these are those that senders of good reputation use without being slowed down. A receiver that wants less
// says so, and gets less (ConnectionLimit, TransportWatch).
import type { LimitedName } from './destination-limits.values.ts'

export type DestinationLimits = {
  /** Connections at the same time, of all nodes together. */
  connections: number
  /** Emails per minute, of all nodes together; 0: no limit. */
  perMinute: number
  /** Emails on one connection. */
  perConnection: number
}

type Provider = DestinationLimits & {
  /** The ends of the names of its mail servers. */
  servers: readonly string[]
}

const PROVIDERS: Readonly<Record<Exclude<LimitedName, 'others'>, Provider>> = {
  google: limited(['google.com', 'googlemail.com', 'smtp.goog'], { connections: 20 }),
  microsoft: limited(
    ['protection.outlook.com', 'olc.protection.outlook.com', 'mx.microsoft', 'hotmail.com'],
    {
      connections: 10,
    },
  ),
  // Yahoo and AOL close a connection after some twenty emails.
  yahoo: limited(['yahoodns.net'], { connections: 5, perConnection: 20 }),
  apple: limited(['mail.icloud.com', 'icloud.com'], { connections: 5 }),
  comcast: limited(['comcast.net'], { connections: 5 }),
  gmx: limited(['gmx.net', 'web.de', 'mail.com'], { connections: 5 }),
  telekom: limited(['t-online.de'], { connections: 5 }),
  // Orange allows two connections per address.
  orange: limited(['orange.fr', 'wanadoo.fr'], { connections: 2 }),
  free: limited(['free.fr'], { connections: 2 }),
  mailru: limited(['mail.ru'], { connections: 5 }),
  yandex: limited(['yandex.ru', 'yandex.net'], { connections: 5 }),
  tencent: limited(['qq.com'], { connections: 3, perConnection: 20 }),
  netease: limited(['163.com', '126.com', 'netease.com'], { connections: 3, perConnection: 20 }),
  proton: limited(['protonmail.ch', 'proton.ch'], { connections: 5 }),
  zoho: limited(['zoho.com', 'zoho.eu', 'zoho.in'], { connections: 5 }),
  fastmail: limited(['messagingengine.com'], { connections: 5 }),
  mimecast: limited(['mimecast.com'], { connections: 10 }),
  proofpoint: limited(['pphosted.com', 'ppe-hosted.com'], { connections: 10 }),
  barracuda: limited(['barracudanetworks.com'], { connections: 5 }),
  ionos: limited(['kundenserver.de', 'ionos.com', 'ionos.de', 'ionos.co.uk'], { connections: 10 }),
  ovh: limited(['ovh.net'], { connections: 10 }),
}

function limited(
  servers: readonly string[],
  { connections, perConnection = 100 }: { connections: number; perConnection?: number },
): Provider {
  return { servers, connections, perMinute: 0, perConnection }
}

/** A receiver that is not in the table: many run one small server. */
const OTHER: DestinationLimits = { connections: 4, perMinute: 0, perConnection: 100 }

/** Changes of the table. */
export type ChangedLimits = Readonly<
  Partial<
    Record<LimitedName, { connections?: number | undefined; perMinute?: number | undefined } | undefined>
  >
>

const isProvider = (destination: string): destination is keyof typeof PROVIDERS => destination in PROVIDERS

/** The limits of a destination. */
export function limitsOf(destination: string, changed: ChangedLimits = {}): DestinationLimits {
  const usual = isProvider(destination) ? PROVIDERS[destination] : OTHER
  const { connections, perMinute } = changed[isProvider(destination) ? destination : 'others'] ?? {}
  return {
    connections: connections ?? usual.connections,
    perMinute: perMinute ?? usual.perMinute,
    perConnection: usual.perConnection,
  }
}

/** Whether the mail servers of a destination have many names, one of which may not work while the others do. */
export const hasManyServers = (destination: string): boolean => isProvider(destination)

/**
 * The destination of a mail server: the provider that runs it, else its name. Domains with the same first mail server are
 * one destination: they share its limits, and rest together.
 */
export function destinationOf(server: string): string {
  const isOf = (end: string) => server === end || server.endsWith(`.${end}`)
  const provider = Object.entries(PROVIDERS).find(([, { servers }]) => servers.some(isOf))
  return provider?.[0] ?? server
}
