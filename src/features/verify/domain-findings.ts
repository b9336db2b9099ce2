// What DNS says about a domain: does it exist, does it take email, does it have a website. The questions are asked at
// the same time and share one limit, so that a resolver that hangs costs a verification no more than that.
import type { Clock } from '../../platform/clock.ts'
import type { Dns, Lookup, Mx } from '../../platform/dns/dns.ts'
import { createAnswerCache } from '../../platform/caches/answer-cache.ts'

/**
 * `refused`: RFC 7505, a null MX. `none`: the name exists, without such a record. `unknown-name`: DNS says that there
 * is no such name. `unanswered`: nothing is known.
 */
export type Finding = 'found' | 'refused' | 'none' | 'unknown-name' | 'unanswered'

export type Findings = {
  /** NS or SOA at the name itself; a name below the top of its zone has neither and still exists. */
  zone: Finding
  mx: Finding
  /** A or AAAA of the domain, which also take email where there is no MX (RFC 5321 5.1). */
  host: Finding
  /** A or AAAA of www. */
  www: Finding
}

// What a verification may wait for DNS. Longer, and the form behind it feels broken; shorter, and slow but honest
// name servers (a second is common) go unheard.
const LIMIT_MS = 3_000

const HOUR_MS = 3_600_000
const FIVE_MINUTES_MS = 300_000

// Records that are there rarely go; records that are not there are often just being set up. Silence teaches nothing.
const LIFETIME_MS: Record<Finding, number> = {
  found: HOUR_MS,
  refused: HOUR_MS,
  none: FIVE_MINUTES_MS,
  'unknown-name': FIVE_MINUTES_MS,
  unanswered: 0,
}

// Four a domain, so 10,000 domains: about 8 MB when full.
const MOST_ANSWERS = 40_000

/** RFC 1035 2.3.4, without the root. */
const LONGEST_NAME = 253

export type FindDomain = (domain: string) => Promise<Findings>

/** `limitMs`: what a verification may wait for DNS in all. */
export type DomainLookup = { dns: Dns; clock: Clock; limitMs?: number }

export function createFindDomain({ dns, clock, limitMs = LIMIT_MS }: DomainLookup): FindDomain {
  // Without it a sign-up form that verifies while people type would ask four questions a keystroke, and a list of
  // 100,000 addresses at twenty providers 400,000. What DNS_SERVERS names may be far away or not cache at all.
  const recall = createAnswerCache<Finding>({
    clock,
    most: MOST_ANSWERS,
    lifetimeMs: (finding) => LIFETIME_MS[finding],
  })
  return async (domain) => {
    const limit = startLimit(limitMs)
    const ask = (question: keyof Findings, lookUp: () => Promise<Finding>) =>
      Promise.race([recall(`${question} ${domain}`, lookUp), limit.late])
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

/** An answer that comes too late for this verification still reaches the cache, and so the next one. */
function startLimit(limitMs: number): { late: Promise<Finding>; stop: () => void } {
  const { promise: late, resolve } = Promise.withResolvers<Finding>()
  const timer = setTimeout(() => resolve('unanswered'), limitMs)
  return { late, stop: () => clearTimeout(timer) }
}

async function lookUpWww(dns: Dns, domain: string): Promise<Finding> {
  const www = `www.${domain}`
  return www.length > LONGEST_NAME ? 'none' : toFinding(await dns.addresses(www))
}

function toFinding(lookup: Lookup<unknown>): Finding {
  if (lookup.status !== 'none') return lookup.status
  return lookup.isNameKnown ? 'none' : 'unknown-name'
}

/** RFC 7505 3: one record, whose host is the root. Beside others it means nothing (3, last paragraph). */
function toMxFinding(lookup: Lookup<Mx>): Finding {
  if (lookup.status !== 'found') return toFinding(lookup)
  return lookup.records.some(({ exchange }) => exchange !== '' && exchange !== '.') ? 'found' : 'refused'
}
