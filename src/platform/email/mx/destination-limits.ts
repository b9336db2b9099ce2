// The large receivers of email, by the names of their mail servers, and how much each accepts from one sender. Few publish
// their limits: these are those that senders of good reputation use without being slowed down. A receiver that wants less
// says so, and gets less (ConnectionLimit, TransportWatch).

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

const PROVIDERS: Readonly<Record<string, Provider>> = {
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

/** The name of all receivers that are not in the table, where limits are changed. */
export const OTHERS = 'others'

export const LIMITED_NAMES: readonly string[] = [...Object.keys(PROVIDERS), OTHERS]

/** Changes of the table, by the names of LIMITED_NAMES. */
export type ChangedLimits = Readonly<
  Partial<Record<string, Partial<Pick<DestinationLimits, 'connections' | 'perMinute'>>>>
>

/** The limits of a destination. */
export function limitsOf(destination: string, changed: ChangedLimits = {}): DestinationLimits {
  const { connections, perMinute, perConnection } = PROVIDERS[destination] ?? OTHER
  const name = destination in PROVIDERS ? destination : OTHERS
  return { connections, perMinute, perConnection, ...changed[name] }
}

/** Whether the mail servers of a destination have many names, one of which may not work while the others do. */
export const hasManyServers = (destination: string): boolean => destination in PROVIDERS

/**
 * The destination of a mail server: the provider that runs it, else its name. Domains with the same first mail server are
 * one destination: they share its limits, and rest together.
 */
export function destinationOf(server: string): string {
  const isOf = (end: string) => server === end || server.endsWith(`.${end}`)
  const provider = Object.entries(PROVIDERS).find(([, { servers }]) => servers.some(isOf))
  return provider?.[0] ?? server
}
