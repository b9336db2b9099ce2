// Finds the mail servers of a domain (RFC 5321 section 5.1): its MX records, or else the domain itself.
import { createAnswerCache } from '../../caches/answer-cache.ts'
import type { Clock } from '../../clock.ts'
import type { Dns, Mx } from '../../dns/dns.ts'
import type { AttemptResult } from '../transport.ts'
import { destinationOf } from './destination-limits.ts'

export type MailServers =
  | {
      status: 'found'
      /** Those to try, by priority. */
      servers: readonly Mx[]
      /** The receiver that they belong to, see destinationOf. */
      destination: string
    }
  /** Email cannot be sent to the domain, now or at all. */
  | { status: 'none'; result: AttemptResult }

export type FindMailServers = (domain: string) => Promise<MailServers>

// Node does not tell how long an answer is valid; most are for minutes or hours.
const FOUND_FOR_MS = 5 * 60_000
const NONE_FOR_MS = 30_000
const MOST_DOMAINS = 50_000

// More than any domain has. Each may cost half a minute.
const MOST_SERVERS = 8

type Parts = {
  dns: Pick<Dns, 'mx' | 'addresses'>
  clock: Clock
  /** The name of this server in EHLO. */
  ownName: () => string
}

export function createMailServers({ dns, clock, ownName }: Parts): FindMailServers {
  const cached = createAnswerCache<MailServers>({
    clock,
    most: MOST_DOMAINS,
    lifetimeMs: ({ status }) => (status === 'found' ? FOUND_FOR_MS : NONE_FOR_MS),
  })
  return (domain) => cached(domain, () => findServers(domain, { dns, ownName: ownName() }))
}

type FindTools = { dns: Parts['dns']; ownName: string }

async function findServers(domain: string, { dns, ownName }: FindTools): Promise<MailServers> {
  const found = await dns.mx(domain)
  if (found.status === 'unanswered') return later(domain, found.reason)
  const records = found.status === 'found' ? found.records : await implicitMx(dns, domain)
  if (!Array.isArray(records)) return records
  // RFC 7505: one record, with an empty name.
  if (records.every(({ exchange }) => exchange === '')) {
    return never(556, '5.1.10', `${domain} accepts no email (null MX)`)
  }
  const ordered = records
    .filter(({ exchange }) => exchange !== '')
    .toSorted((a, b) => a.priority - b.priority)
  const servers = beforeOwn(ordered, ownName).slice(0, MOST_SERVERS)
  const first = servers.map(({ exchange }) => exchange)[0]
  if (first === undefined) {
    return never(
      550,
      '5.4.6',
      `email to ${domain} would come back to this server, which is its mail server in DNS`,
    )
  }
  return { status: 'found', servers, destination: destinationOf(firstByName(servers) ?? first) }
}

/** A domain without MX records is its own mail server, if it has an address. */
async function implicitMx(dns: FindTools['dns'], domain: string): Promise<Mx[] | MailServers> {
  const found = await dns.addresses(domain)
  switch (found.status) {
    case 'found':
      return [{ exchange: domain, priority: 0 }]
    case 'unanswered':
      return later(domain, found.reason)
    case 'none':
      return found.isNameKnown
        ? never(550, '5.1.2', `the domain ${domain} has no mail server`)
        : never(550, '5.1.2', `the domain ${domain} does not exist`)
  }
}

/** RFC 5321 section 5.1: a server that is in the list itself may only use servers with a better priority. */
function beforeOwn(servers: readonly Mx[], ownName: string): readonly Mx[] {
  const own = servers.find(({ exchange }) => exchange === ownName)
  return own ? servers.filter(({ priority }) => priority < own.priority) : servers
}

/** Independent of the order of the answer: one of several servers with the best priority. */
function firstByName(servers: readonly Mx[]): string | undefined {
  const best = servers[0]?.priority
  return servers
    .filter(({ priority }) => priority === best)
    .map(({ exchange }) => exchange)
    .toSorted()[0]
}

/** The servers in the order in which to try them: by priority, and in random order within one (RFC 5321 section 5.1). */
export function inTryOrder(servers: readonly Mx[], chance: () => number = Math.random): string[] {
  return servers
    .map((server) => ({ ...server, place: chance() }))
    .toSorted((a, b) => a.priority - b.priority || a.place - b.place)
    .map(({ exchange }) => exchange)
}

const later = (domain: string, reason: string): MailServers => ({
  status: 'none',
  result: {
    kind: 'deferred',
    stage: 'rcpt',
    reply: null,
    reason: `the mail servers of ${domain} are not known: ${reason}`,
  },
})

const never = (code: number, enhancedCode: string, text: string): MailServers => ({
  status: 'none',
  result: { kind: 'rejected', stage: 'rcpt', reply: { code, enhancedCode, text } },
})
