// DNS queries with three distinct results: the records, no such record, and "the server did not answer", which says nothing
// about the record. Nothing is cached here, so a query just after a change sees what the resolver sees; concurrent queries
// for one name share a lookup.
import {
  BADNAME,
  CONNREFUSED,
  NODATA,
  NONAME,
  NOTFOUND,
  REFUSED,
  Resolver,
  SERVFAIL,
  TIMEOUT,
} from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { reverseNameOf } from './reversed-address.ts'
import { createResolverTrust } from './resolver-trust.ts'
import type { ResolverTrust } from './resolver-trust.ts'

export type Lookup<T> =
  | { status: 'found'; records: T[] }
  | { status: 'none'; isNameKnown: boolean }
  | { status: 'unanswered'; reason: string }

/** The exchange is in lower case; '' is the null MX of RFC 7505. */
export type Mx = { exchange: string; priority: number }

export type Dns = {
  /** Each record whole: a long TXT is sent in strings of at most 255 bytes, which are joined. */
  txt(name: string): Promise<Lookup<string>>
  mx(name: string): Promise<Lookup<Mx>>
  /** The alias of the name itself, one step; the other queries follow aliases to their end. */
  cname(name: string): Promise<Lookup<string>>
  /** A alone, as blocklists answer. */
  ipv4(name: string): Promise<Lookup<string>>
  /** A and AAAA together. */
  addresses(name: string): Promise<Lookup<string>>
  /** The names of an IP address (PTR). */
  names(address: string): Promise<Lookup<string>>
  /** NS, or else SOA: whether the zone exists. */
  zone(name: string): Promise<Lookup<string>>
}

// The limit of any query, including its aliases.
const LIMIT_MS = 3_000

// A packet gets lost now and then: the limit leaves time for a second one, which waits twice as long.
const TRIES = 2

// RFC 1034 5.2.2 requires following chains; longer ones than this are loops.
const MOST_ALIASES = 8

const TOO_LATE: Lookup<never> = { status: 'unanswered', reason: 'the DNS server did not answer in time' }

const UNTRUSTED: Lookup<never> = {
  status: 'unanswered',
  reason: 'the DNS server says that no name exists, not even names that must exist',
}

// Invalid names (a label too long, two dots) are never sent; they do not exist either way.
const NO_SUCH_NAME = new Set<string>([NOTFOUND, NONAME, BADNAME])

const REASONS: Record<string, string> = {
  [TIMEOUT]: TOO_LATE.reason,
  [CONNREFUSED]: 'the DNS server could not be reached',
  [SERVFAIL]: 'the DNS server failed to find out (SERVFAIL)',
  [REFUSED]: 'the DNS server refused to answer (REFUSED)',
}

type DnsOptions = { servers?: readonly string[] | undefined; limitMs?: number }
type Ask = <T>(type: string, name: string, query: () => Promise<T[]>) => Promise<Lookup<T>>

export function createDns({ servers, limitMs = LIMIT_MS }: DnsOptions = {}): Dns {
  const resolver = new Resolver({ timeout: Math.floor(limitMs / 3), tries: TRIES })
  if (servers) resolver.setServers(servers)
  const ask = shareRunning(limitMs, createResolverTrust(resolver))
  const within = <T>(lookup: Promise<Lookup<T>>) => withinLimit(lookup, limitMs)
  const cname = (name: string) =>
    ask('CNAME', name, async () => (await resolver.resolveCname(name)).map(toName))
  const following = <T>(type: string, name: string, query: (at: string) => Promise<T[]>) =>
    within(followAliases({ name, cname, ask: (at) => ask(type, at, () => query(at)) }))

  return {
    cname: (name) => within(cname(name)),
    txt: (name) =>
      following('TXT', name, async (at) => (await resolver.resolveTxt(at)).map((parts) => parts.join(''))),
    mx: (name) => following('MX', name, async (at) => (await resolver.resolveMx(at)).map(toMx)),
    ipv4: (name) => following('A', name, (at) => resolver.resolve4(at)),
    addresses: async (name) =>
      firstFound([
        following('A', name, (at) => resolver.resolve4(at)),
        following('AAAA', name, (at) => resolver.resolve6(at)),
      ]),
    names: (address) =>
      // Not resolver.reverse, which reports a server that fails as a name that does not exist.
      within(
        ask('PTR', address, async () => (await resolver.resolvePtr(reverseNameOf(address))).map(toName)),
      ),
    zone: async (name) =>
      firstFound([
        within(ask('NS', name, async () => (await resolver.resolveNs(name)).map(toName))),
        within(ask('SOA', name, async () => [toName((await resolver.resolveSoa(name)).nsname)])),
      ]),
  }
}

const toName = (name: string) => name.toLowerCase().replace(/\.$/, '')
const toMx = ({ exchange, priority }: Mx): Mx => ({ exchange: toName(exchange), priority })

/** One lookup per name and type at a time; concurrent callers share its result. */
function shareRunning(limitMs: number, trust: ResolverTrust): Ask {
  const running = new Map<string, Promise<Lookup<unknown>>>()
  return <T>(type: string, name: string, query: () => Promise<T[]>) => {
    const key = `${type} ${name.toLowerCase()}`
    const known = running.get(key) as Promise<Lookup<T>> | undefined
    if (known) return known
    // Limited here too, so that no caller joins a lookup that others have given up on.
    const lookup = withinLimit(toLookup(query, trust), limitMs).finally(() => running.delete(key))
    running.set(key, lookup)
    return lookup
  }
}

async function withinLimit<T>(lookup: Promise<Lookup<T>>, limitMs: number): Promise<Lookup<T>> {
  const over = new AbortController()
  const late = sleep(limitMs, TOO_LATE, { ref: false, signal: over.signal }).catch(() => TOO_LATE)
  try {
    return await Promise.race([lookup, late])
  } finally {
    over.abort()
  }
}

async function toLookup<T>(query: () => Promise<T[]>, trust: ResolverTrust): Promise<Lookup<T>> {
  try {
    const records = await query()
    trust.noteResolved()
    return records.length > 0 ? { status: 'found', records } : { status: 'none', isNameKnown: true }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    if (NO_SUCH_NAME.has(code)) {
      const isBelieved = code !== NOTFOUND || (await trust.isTrusted())
      return isBelieved ? { status: 'none', isNameKnown: false } : UNTRUSTED
    }
    if (code === NODATA) {
      trust.noteResolved()
      return { status: 'none', isNameKnown: true }
    }
    return { status: 'unanswered', reason: REASONS[code] ?? `the DNS server answered ${code}` }
  }
}

type FollowAliasesInput<T> = {
  name: string
  cname: (name: string) => Promise<Lookup<string>>
  ask: (name: string) => Promise<Lookup<T>>
}

/** Most resolvers follow aliases themselves; where the answer has only the alias, we follow it. */
async function followAliases<T>({ name, cname, ask }: FollowAliasesInput<T>): Promise<Lookup<T>> {
  let at = name
  for (let hop = 0; hop < MOST_ALIASES; hop += 1) {
    const answer = await ask(at)
    if (answer.status !== 'none' || !answer.isNameKnown) return answer
    const alias = await cname(at)
    if (alias.status === 'unanswered') return alias
    const [target] = alias.status === 'found' ? alias.records : []
    if (target === undefined) return answer
    at = target
  }
  return { status: 'unanswered', reason: 'the aliases (CNAME) of this name form a loop' }
}

/** Any result with records; otherwise the one that says least about the name being missing. */
async function firstFound<T>(lookups: Promise<Lookup<T>>[]): Promise<Lookup<T>> {
  const answers = await Promise.all(lookups)
  const found = answers.filter((answer) => answer.status === 'found')
  if (found.length > 0) return { status: 'found', records: found.flatMap((answer) => answer.records) }
  const unanswered = answers.find((answer) => answer.status === 'unanswered')
  if (unanswered) return unanswered
  return {
    status: 'none',
    isNameKnown: answers.some((answer) => answer.status === 'none' && answer.isNameKnown),
  }
}
