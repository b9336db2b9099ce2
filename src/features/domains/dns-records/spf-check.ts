import { isIP } from 'node:net'
import type { Dns } from '../../../platform/dns/dns.ts'
import type { Hosts } from './domain-records.ts'
import { mismatch, missing, ok, unknown } from './finding.ts'
import type { RecordFinding } from './finding.ts'
import { isSpf, parseSpf } from './spf-record.ts'
import type { Spf } from './spf-record.ts'
import { belongsTo, includeFor, termFor } from './spf-relay.ts'
import { MOST_LOOKUPS, MOST_VOID_LOOKUPS, walkSpf } from './spf-walk.ts'
import type { SpfWalk } from './spf-walk.ts'

type SpfQuestion = { name: string; hosts: Hosts }

/** Checks whether receivers accept our server as a sender for the name. */
export const checkSpf = async (dns: Dns, question: SpfQuestion): Promise<RecordFinding> =>
  (await examineSpf(dns, question)).finding

/** Also returns the walk of the record, which has its cost and its networks; none if it cannot be read. */
export async function examineSpf(
  dns: Dns,
  { name, hosts }: SpfQuestion,
): Promise<{ finding: RecordFinding; walk?: SpfWalk }> {
  const answer = await dns.txt(name)
  if (answer.status === 'unanswered') return { finding: unknown(answer.reason) }
  const records = answer.status === 'found' ? answer.records.filter(isSpf) : []
  const [record] = records
  if (record === undefined) return { finding: missing() }
  if (records.length > 1) {
    const detail = `There are ${records.length} SPF records, which receivers treat as an error (RFC 7208 4.5). Merge them into one.`
    return { finding: mismatch(records, detail) }
  }
  const parsed = parseSpf(record)
  if (!parsed.ok) return { finding: mismatch(records, `Receivers cannot read it: ${parsed.problem}.`) }
  const { spf } = parsed
  const walk = await walkSpf(dns, { name, spf })
  return { finding: await evaluateWalk(dns, { records, spf, walk, hosts }), walk }
}

type WalkedRecord = { records: string[]; spf: Spf; walk: SpfWalk; hosts: Hosts }

async function evaluateWalk(dns: Dns, { records, spf, walk, hosts }: WalkedRecord): Promise<RecordFinding> {
  const problem = limitProblem(walk)
  if (problem !== undefined) return mismatch(records, problem)
  // No server sends from these addresses (RFC 1112 section 4, RFC 6666): a record that allows them allows any server.
  if (walk.allows('240.0.0.1') || walk.allows('100::1')) return mismatch(records, ANYONE)
  const evaluated = { walk, spf }
  const findings: RecordFinding[] = []
  for (const relay of hosts.relays) {
    const host = relay ?? hosts.mail
    const addresses = await addressesOf(dns, host)
    const evaluate = relay === null ? evaluateHost : evaluateRelay
    findings.push(evaluate(records, { ...evaluated, host, addresses }))
  }
  // A server that is not allowed is worse than one that could not be checked.
  return (
    findings.find(({ status }) => status === 'mismatch') ??
    findings.find(({ status }) => status === 'unknown') ??
    findings[0] ??
    missing()
  )
}

/** Faults that make receivers give up, whichever server sends. */
function limitProblem({ lookups, voids, problems }: SpfWalk): string | undefined {
  if (lookups > MOST_LOOKUPS) {
    return `Receivers have to look up ${lookups} names, and give up after ${MOST_LOOKUPS} (RFC 7208 4.6.4). Remove includes that you no longer need.`
  }
  if (voids > MOST_VOID_LOOKUPS) {
    return `${voids} of the names it refers to do not exist, and receivers give up after ${MOST_VOID_LOOKUPS} (RFC 7208 4.6.4). Remove them.`
  }
  return problems[0] && `Receivers treat it as an error: ${problems[0]}.`
}

type SpfInput = {
  walk: SpfWalk
  spf: Spf
  host: string
  addresses: Awaited<ReturnType<Dns['addresses']>>
}

function evaluateHost(records: string[], { walk, spf, host, addresses }: SpfInput): RecordFinding {
  const notAllowed = `It does not allow our server: add a:${host} before the last term.`
  if (addresses.status === 'found') {
    const refused = addresses.records.filter((address) => !walk.allows(address))
    if (refused.length === 0) return ok(records, hintOn({ spf, walk }))
    if (walk.unanswered !== null) return unknown(walk.unanswered)
    return mismatch(records, `${notAllowed} It sends from ${refused.join(', ')}.`)
  }
  // Without addresses only the name can be compared.
  const isNamed = spf.mechanisms.some(
    ({ name, qualifier, target }) => name === 'a' && qualifier === '+' && target?.toLowerCase() === host,
  )
  if (addresses.status === 'unanswered') return unknown(addresses.reason)
  return isNamed ? ok(records, `${host} has no address in DNS yet.`) : mismatch(records, notAllowed)
}

const costOf = ({ lookups }: SpfWalk) =>
  `Receivers need ${lookups} of at most ${MOST_LOOKUPS} lookups for it.`

const ANYONE =
  'It allows the whole world to send as you, which filters treat as a sign of spam: end it with ~all or -all, and name only servers that send for you.'

/** The servers in the record pass anyway, so a neutral end is only a hint. */
function hintOn({ spf, walk }: Pick<SpfInput, 'spf' | 'walk'>): string {
  const hasEnd =
    spf.redirect !== undefined ||
    spf.mechanisms.some(({ name, qualifier }) => name === 'all' && qualifier !== '?')
  return hasEnd ? costOf(walk) : `${costOf(walk)} It says nothing about other servers: end it with ~all.`
}

const addressesOf = async (dns: Dns, host: string): Promise<SpfInput['addresses']> =>
  isIP(host) === 0 ? dns.addresses(host) : { status: 'found', records: [host] }

/**
 * Compares the addresses of the relay, or names of its operator, who may send from other addresses. A record with an unknown
 * include may be right, so it stays unknown.
 */
function evaluateRelay(records: string[], { walk, spf, host, addresses }: SpfInput): RecordFinding {
  const isAllowed = addresses.status === 'found' && addresses.records.every((address) => walk.allows(address))
  if (isAllowed || walk.names.some((name) => belongsTo(host, name))) return ok(records, hintOn({ spf, walk }))
  if (walk.unanswered !== null) return unknown(walk.unanswered)
  if (addresses.status === 'unanswered') return unknown(addresses.reason)
  const advice = `add ${termFor(host)}, or what its operator requires, before the last term.`
  const isForeign = spf.redirect !== undefined || spf.mechanisms.some(({ name }) => name === 'include')
  if (isForeign && includeFor(host) === undefined) {
    return {
      ...unknown(''),
      found: records,
      detail: `It may not allow the relay ${host}, through which emails leave. If it does not, ${advice}`,
    }
  }
  return mismatch(records, `It does not allow the relay ${host}, through which emails leave: ${advice}`)
}
