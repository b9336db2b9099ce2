// Walks an SPF record and its includes as a receiver would, and counts the lookups. Unlike a receiver it does not stop at the
// first match: the limits have to hold for every sender in the record. Macros, exists and ptr are counted and treated as
// "does not match".
import { BlockList, isIPv6 } from 'node:net'
import type { Dns, Lookup } from '../../../platform/dns/dns.ts'
import { isSpf, parseSpf } from './spf-record.ts'
import type { Mechanism, Qualifier, Spf } from './spf-record.ts'

/** RFC 7208 4.6.4. */
export const MOST_LOOKUPS = 10
export const MOST_VOID_LOOKUPS = 2
const MOST_MX = 10

// Far enough above the limit to report by how much a record exceeds it; a hostile record must not cause endless queries.
const STOP_AT_LOOKUPS = 25
const LIMIT_MS = 5_000

export type SpfWalk = {
  lookups: number
  voids: number
  /** The names that it refers to, in lower case. */
  names: string[]
  /** The networks that it allows, as ip4: and ip6: terms: the record without its lookups. */
  networks: string[]
  /** Why receivers would answer permerror. */
  problems: string[]
  /** Set if a server did not answer, so that the result may be wrong. */
  unanswered: string | null
  allows(address: string): boolean
}

type Walk = { dns: Dns; deadlineMs: number } & Omit<SpfWalk, 'allows'>
type Rule = { qualifier: Qualifier; matches: (address: string) => boolean }
type Verdict = (address: string) => Qualifier | undefined

const NEVER = () => false

/** @param name the name of the record, which `a` and `mx` without a domain refer to */
export async function walkSpf(dns: Dns, { name, spf }: { name: string; spf: Spf }): Promise<SpfWalk> {
  const walk: Walk = {
    dns,
    deadlineMs: performance.now() + LIMIT_MS,
    lookups: 0,
    voids: 0,
    names: [],
    networks: [],
    problems: [],
    unanswered: null,
  }
  const verdict = await compile(walk, { name, isAllowing: true }, spf)
  return { ...walk, allows: (address) => verdict(address) === '+' }
}

/** `isAllowing`: a match in this record allows the server, as in one that is included with +. */
type Place = { name: string; isAllowing: boolean }

async function compile(walk: Walk, place: Place, spf: Spf): Promise<Verdict> {
  const rules = await Promise.all(spf.mechanisms.map((mechanism) => toRule(walk, place, mechanism)))
  // RFC 7208 6.1: with `all`, redirect= is never reached.
  const hasAll = spf.mechanisms.some((mechanism) => mechanism.name === 'all')
  const redirected =
    spf.redirect === undefined || hasAll
      ? undefined
      : await compileOther(walk, { term: 'redirect=', name: spf.redirect, isAllowing: place.isAllowing })
  return (address) => {
    const decided = rules.find((rule) => rule.matches(address))
    return decided ? decided.qualifier : redirected?.(address)
  }
}

async function toRule(walk: Walk, place: Place, mechanism: Mechanism): Promise<Rule> {
  const { qualifier, target = place.name } = mechanism
  const isAllowing = place.isAllowing && qualifier === '+'
  return { qualifier, matches: await toMatcher(walk, { name: target, isAllowing }, mechanism) }
}

async function toMatcher(
  walk: Walk,
  { name: target, isAllowing }: Place,
  mechanism: Mechanism,
): Promise<Rule['matches']> {
  const allow = (addresses: readonly string[]) => {
    if (isAllowing) walk.networks.push(...addresses.map((address) => networkOf(address, mechanism)))
    return within(addresses, mechanism)
  }
  switch (mechanism.name) {
    case 'all':
      return () => true
    case 'ip4':
    case 'ip6':
      return allow([target])
    case 'include': {
      const verdict = await compileOther(walk, { term: 'include:', name: target, isAllowing })
      return (address) => verdict?.(address) === '+'
    }
    case 'a':
      return allow((await lookUp(walk, target, (at) => walk.dns.addresses(at))) ?? [])
    case 'mx':
      return allow(await addressesOfMx(walk, target))
    case 'ptr':
    case 'exists':
      walk.lookups += 1
      return NEVER
  }
}

async function compileOther(
  walk: Walk,
  { term, name: target, isAllowing }: Place & { term: string },
): Promise<Verdict | undefined> {
  const texts = await lookUp(walk, target, (at) => walk.dns.txt(at))
  if (!texts) return undefined
  const [record, ...others] = texts.filter(isSpf)
  const parsed = record === undefined ? undefined : parseSpf(record)
  if (others.length > 0) walk.problems.push(`${term}${target} leads to several SPF records`)
  else if (!parsed) walk.problems.push(`${term}${target} leads to no SPF record`)
  else if (!parsed.ok) walk.problems.push(`${term}${target} leads to a broken SPF record: ${parsed.problem}`)
  else return compile(walk, { name: target, isAllowing }, parsed.spf)
  return undefined
}

/** Looking up the hosts does not count, but there may be at most ten of them: RFC 7208 4.6.4. */
async function addressesOfMx(walk: Walk, target: string): Promise<string[]> {
  const hosts = (await lookUp(walk, target, (at) => walk.dns.mx(at))) ?? []
  if (hosts.length > MOST_MX) walk.problems.push(`${target} has more than ${MOST_MX} MX records`)
  const answers = await Promise.all(
    hosts
      .slice(0, MOST_MX)
      .filter(({ exchange }) => exchange !== '')
      .map(({ exchange }) => walk.dns.addresses(exchange)),
  )
  for (const answer of answers) if (answer.status === 'unanswered') walk.unanswered = answer.reason
  return answers.flatMap((answer) => (answer.status === 'found' ? answer.records : []))
}

type Query<T> = (name: string) => Promise<Lookup<T>>

/** Makes one counted lookup; empty answers are counted too. Returns undefined if the answer is not known. */
async function lookUp<T>(walk: Walk, target: string, query: Query<T>): Promise<T[] | undefined> {
  walk.lookups += 1
  walk.names.push(target.toLowerCase())
  if (walk.lookups > STOP_AT_LOOKUPS || hasMacro(target)) return undefined
  if (performance.now() > walk.deadlineMs) {
    walk.unanswered = 'following the record took too long'
    return undefined
  }
  const answer = await query(target)
  if (answer.status === 'found') return answer.records
  if (answer.status === 'none') {
    walk.voids += 1
    return []
  }
  walk.unanswered = answer.reason
  return undefined
}

/** RFC 7208 7: macros depend on the email. */
const hasMacro = (target: string) => target.includes('%')

function networkOf(address: string, { cidr4, cidr6 }: Mechanism): string {
  if (isIPv6(address)) return cidr6 === 128 ? `ip6:${address}` : `ip6:${address}/${cidr6}`
  return cidr4 === 32 ? `ip4:${address}` : `ip4:${address}/${cidr4}`
}

function within(addresses: readonly string[], { cidr4, cidr6 }: Mechanism): Rule['matches'] {
  const list = new BlockList()
  for (const address of addresses) {
    if (isIPv6(address)) list.addSubnet(address, cidr6, 'ipv6')
    else list.addSubnet(address, cidr4, 'ipv4')
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
