// Questions to DNS, with the three answers apart that matter to a person: these records, no such record, and "the
// server did not answer", which says nothing about the record. Concurrent questions about one name share a lookup.
import { CANCELLED, NODATA, NOTFOUND, NONAME, Resolver } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'

export type Lookup<T> =
  | { status: 'found'; records: T[] }
  | { status: 'none'; isNameKnown: boolean }
  | { status: 'unanswered'; reason: string }

export type Mx = { exchange: string; priority: number }

export type Dns = {
  /** Each record whole: a long TXT travels in strings of at most 255 bytes, which belong together. */
  txt(name: string): Promise<Lookup<string>>
  mx(name: string): Promise<Lookup<Mx>>
  cname(name: string): Promise<Lookup<string>>
  /** A and AAAA together. */
  addresses(name: string): Promise<Lookup<string>>
  /** NS, or else SOA: whether somebody runs the zone. */
  zone(name: string): Promise<Lookup<string>>
}

// What any question may cost, whatever the servers do.
const LIMIT_MS = 3_000

// RFC 1034 5.2.2 wants chains followed; longer ones than this are loops.
const MOST_CNAMES = 8

type DnsOptions = { servers?: readonly string[] | undefined; limitMs?: number }

export function createDns({ servers, limitMs = LIMIT_MS }: DnsOptions = {}): Dns {
  const resolver = new Resolver({ timeout: Math.floor(limitMs / 3), tries: 2 })
  if (servers) resolver.setServers(servers)
  const running = new Map<string, Promise<Lookup<unknown>>>()

  const ask = <T>(type: string, name: string, query: () => Promise<T[]>): Promise<Lookup<T>> => {
    const key = `${type} ${name.toLowerCase()}`
    const known = running.get(key) as Promise<Lookup<T>> | undefined
    if (known) return known
    const answer = withinLimit(query, limitMs).finally(() => running.delete(key))
    running.set(key, answer)
    return answer
  }

  const cname = (name: string) => ask('CNAME', name, () => resolver.resolveCname(name))
  const following = <T>(type: string, name: string, query: (at: string) => Promise<T[]>) =>
    followCnames({ name, cname, ask: (at) => ask(type, at, () => query(at)) })

  return {
    cname,
    txt: (name) =>
      following('TXT', name, async (at) => (await resolver.resolveTxt(at)).map((parts) => parts.join(''))),
    mx: (name) => following('MX', name, (at) => resolver.resolveMx(at)),
    addresses: async (name) =>
      firstFound([
        following('A', name, (at) => resolver.resolve4(at)),
        following('AAAA', name, (at) => resolver.resolve6(at)),
      ]),
    zone: async (name) =>
      firstFound([
        ask('NS', name, () => resolver.resolveNs(name)),
        ask('SOA', name, async () => [(await resolver.resolveSoa(name)).nsname]),
      ]),
  }
}

async function withinLimit<T>(query: () => Promise<T[]>, limitMs: number): Promise<Lookup<T>> {
  const late = sleep(limitMs, undefined, { ref: false }).then((): Lookup<T> => ({
    status: 'unanswered',
    reason: 'the DNS server did not answer in time',
  }))
  return Promise.race([toLookup(query), late])
}

async function toLookup<T>(query: () => Promise<T[]>): Promise<Lookup<T>> {
  try {
    const records = await query()
    return records.length > 0 ? { status: 'found', records } : { status: 'none', isNameKnown: true }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    if (code === NOTFOUND || code === NONAME) return { status: 'none', isNameKnown: false }
    if (code === NODATA) return { status: 'none', isNameKnown: true }
    return {
      status: 'unanswered',
      reason: code === CANCELLED ? 'cancelled' : `the DNS server answered ${code}`,
    }
  }
}

type Following<T> = {
  name: string
  cname: (name: string) => Promise<Lookup<string>>
  ask: (name: string) => Promise<Lookup<T>>
}

/** Most resolvers follow aliases themselves; where the answer holds only the alias, we go after it. */
async function followCnames<T>({ name, cname, ask }: Following<T>): Promise<Lookup<T>> {
  let at = name
  for (let hop = 0; hop < MOST_CNAMES; hop += 1) {
    const answer = await ask(at)
    if (answer.status !== 'none' || !answer.isNameKnown) return answer
    const alias = await cname(at)
    if (alias.status === 'unanswered') return alias
    const [target] = alias.status === 'found' ? alias.records : []
    if (target === undefined) return answer
    at = target
  }
  return { status: 'unanswered', reason: 'the aliases (CNAME) of this name lead in a circle' }
}

/** Any answer that has records; else the one that says least about the name being missing. */
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
