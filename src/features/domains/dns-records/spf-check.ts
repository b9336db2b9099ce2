import type { Dns } from '../../../platform/dns/dns.ts'
import type { Hosts } from './domain-records.ts'
import { mismatch, missing, ok, unknown } from './finding.ts'
import type { Finding } from './finding.ts'
import { isSpf, parseSpf } from './spf-record.ts'
import type { Spf } from './spf-record.ts'
import { MOST_LOOKUPS, MOST_VOID_LOOKUPS, walkSpf } from './spf-walk.ts'
import type { SpfWalk } from './spf-walk.ts'

type Asked = { name: string; hosts: Hosts }

/** Whether receivers will find that our server may send for the name, and what is wrong otherwise, in words. */
export async function checkSpf(dns: Dns, { name, hosts }: Asked): Promise<Finding> {
  const answer = await dns.txt(name)
  if (answer.status === 'unanswered') return unknown(answer.reason)
  const records = answer.status === 'found' ? answer.records.filter(isSpf) : []
  const [record] = records
  if (record === undefined) return missing()
  if (records.length > 1) {
    return mismatch(
      records,
      `There are ${records.length} SPF records, which receivers treat as an error (RFC 7208 4.5). Merge them into one.`,
    )
  }
  const parsed = parseSpf(record)
  if (!parsed.ok) return mismatch(records, `Receivers cannot read it: ${parsed.problem}.`)
  const walk = await walkSpf(dns, { name, spf: parsed.spf })
  const problem = limitProblem(walk)
  if (problem !== undefined) return mismatch(records, problem)
  if (hosts.isRelayed) {
    return walk.unanswered === null ? ok(records, costOf(walk)) : unknown(walk.unanswered)
  }
  const addresses = await dns.addresses(hosts.mail)
  return judgeHost(records, { walk, spf: parsed.spf, mailHost: hosts.mail, addresses })
}

/** What makes receivers give up, whoever sends. */
function limitProblem({ lookups, voids, problems }: SpfWalk): string | undefined {
  if (lookups > MOST_LOOKUPS) {
    return `It makes receivers look up ${lookups} names, and they give up after ${MOST_LOOKUPS} (RFC 7208 4.6.4). Remove includes that you no longer need.`
  }
  if (voids > MOST_VOID_LOOKUPS) {
    return `${voids} of the names it refers to do not exist, and receivers give up after ${MOST_VOID_LOOKUPS} (RFC 7208 4.6.4). Remove them.`
  }
  return problems[0] && `Receivers treat it as an error: ${problems[0]}.`
}

type Judged = {
  walk: SpfWalk
  spf: Spf
  mailHost: string
  addresses: Awaited<ReturnType<Dns['addresses']>>
}

function judgeHost(records: string[], { walk, spf, mailHost, addresses }: Judged): Finding {
  const notAllowed = `It does not allow our server: add a:${mailHost} before the last term.`
  if (addresses.status === 'found') {
    const refused = addresses.records.filter((address) => !walk.allows(address))
    if (refused.length === 0) return ok(records, allowsAnyone(spf) ? ANYONE : costOf(walk))
    if (walk.unanswered !== null) return unknown(walk.unanswered)
    return mismatch(records, `${notAllowed} It sends from ${refused.join(', ')}.`)
  }
  // Without its addresses only the name can be recognised.
  const isNamed = spf.mechanisms.some(
    ({ name, qualifier, target }) => name === 'a' && qualifier === '+' && target?.toLowerCase() === mailHost,
  )
  if (addresses.status === 'unanswered') return unknown(addresses.reason)
  return isNamed ? ok(records, `${mailHost} has no address in DNS yet.`) : mismatch(records, notAllowed)
}

const costOf = ({ lookups }: SpfWalk) =>
  `Receivers need ${lookups} of at most ${MOST_LOOKUPS} lookups for it.`

const ANYONE = 'It allows the whole world to send as you: end it with ~all or -all.'

const allowsAnyone = (spf: Spf) =>
  spf.mechanisms.some(({ name, qualifier }) => name === 'all' && qualifier === '+')
