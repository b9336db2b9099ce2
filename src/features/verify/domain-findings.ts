// Asks DNS whether a domain exists, accepts email and has a website. The queries run in parallel and share one time limit, so
// that a slow resolver delays a verification no longer than that.
import type { Clock } from '../../platform/clock.ts'
import type { Dns, Lookup, Mx } from '../../platform/dns/dns.ts'
import { createAnswerCache } from '../../platform/caches/answer-cache.ts'

/**
 * `refused`: RFC 7505, a null MX. `none`: the name exists, without such a record. `unknown-name`: the name does not exist.
 * `unanswered`: nothing is known.
 */
export type DnsFinding = 'found' | 'refused' | 'none' | 'unknown-name' | 'unanswered'

export type DnsFindings = {
  /** NS or SOA at the name itself; a name below the top of its zone has neither and still exists. */
  zone: DnsFinding
  mx: DnsFinding
  /** A or AAAA of the domain, which also take email where there is no MX (RFC 5321 5.1). */
  host: DnsFinding
  /** A or AAAA of www. */
  www: DnsFinding
}

// How long a verification waits for DNS. With a longer limit a sign-up form feels broken; with a shorter one, slow name servers
// (a second is common) are missed.
const LIMIT_MS = 3_000

const HOUR_MS = 3_600_000
const FIVE_MINUTES_MS = 300_000

// Existing records rarely disappear; missing ones are often just being set up. No answer is not cached.
const LIFETIME_MS: Record<DnsFinding, number> = {
  found: HOUR_MS,
  refused: HOUR_MS,
  none: FIVE_MINUTES_MS,
  'unknown-name': FIVE_MINUTES_MS,
  unanswered: 0,
}

// Four per domain, so 10,000 domains: about 8 MB when full.
const MOST_ANSWERS = 40_000

/** RFC 1035 2.3.4, without the root. */
const LONGEST_NAME = 253

export type InspectDomain = (domain: string) => Promise<DnsFindings>

/** `limitMs`: how long a verification waits for DNS in total. */
export type DomainLookup = { dns: Dns; clock: Clock; limitMs?: number }

export function createDomainInspector({ dns, clock, limitMs = LIMIT_MS }: DomainLookup): InspectDomain {
  // Without a cache a sign-up form that verifies while people type would send four queries per keystroke, and a list of
  // 100,000 addresses at twenty providers 400,000. The servers of DNS_SERVERS may be far away or not cache at all.
  const cached = createAnswerCache<DnsFinding>({
    clock,
    most: MOST_ANSWERS,
    lifetimeMs: (finding) => LIFETIME_MS[finding],
  })
  return async (domain) => {
    const limit = startLimit(limitMs)
    const ask = (question: keyof DnsFindings, lookUp: () => Promise<DnsFinding>) =>
      Promise.race([cached(`${question} ${domain}`, lookUp), limit.late])
    try {
      const [zone, mx, host, www] = await Promise.all([
        ask('zone', async () => toFinding(await dns.zone(domain))),
        ask('mx', async () => toMxFinding(await dns.mx(domain))),
        ask('host', async () => toFinding(await dns.addresses(domain))),
        ask('www', async () => lookUpWww(dns, domain)),
      ])
      return { zone, mx, host, www }
    } finally {
      limit.stop()
    }
  }
}

/** A late answer is still cached, for the next verification. */
function startLimit(limitMs: number): { late: Promise<DnsFinding>; stop: () => void } {
  const { promise: late, resolve } = Promise.withResolvers<DnsFinding>()
  const timer = setTimeout(() => resolve('unanswered'), limitMs)
  return { late, stop: () => clearTimeout(timer) }
}

async function lookUpWww(dns: Dns, domain: string): Promise<DnsFinding> {
  const www = `www.${domain}`
  return www.length > LONGEST_NAME ? 'none' : toFinding(await dns.addresses(www))
}

function toFinding(lookup: Lookup<unknown>): DnsFinding {
  if (lookup.status !== 'none') return lookup.status
  return lookup.isNameKnown ? 'none' : 'unknown-name'
}

/** RFC 7505 section 3: a single record whose host is the root. Beside others it has no meaning. */
function toMxFinding(lookup: Lookup<Mx>): DnsFinding {
  if (lookup.status !== 'found') return toFinding(lookup)
  return lookup.records.some(({ exchange }) => exchange !== '' && exchange !== '.') ? 'found' : 'refused'
}
