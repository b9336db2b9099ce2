// Looks at DNS for the records of a domain and says of each: ok, missing, something else in its place, or that the
// server did not answer. Decides nothing about the domain: that is domain-state.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dns, Lookup } from '../../../platform/dns/dns.ts'
import { judgeDkim } from './dkim-record.ts'
import { judgeDmarc } from './dmarc-record.ts'
import { dmarcName } from './domain-records.ts'
import type { DnsRecord, Hosts } from './domain-records.ts'
import { mismatch, missing, ok, unknown } from './finding.ts'
import type { Finding } from './finding.ts'
import { checkSpf } from './spf-check.ts'

// Somebody may wait for the answer, with a transaction open (Idempotency-Key). Servers that answer at all do so in a
// fraction of this; a zone that leads from one slow server to the next is "unknown", and looked at again later.
const LIMIT_MS = 8_000

export type Asking = { dns: Dns; domain: string; hosts: Hosts; limitMs?: number }

export async function checkRecord(asking: Asking, record: DnsRecord): Promise<Finding> {
  const over = new AbortController()
  const late = sleep(asking.limitMs ?? LIMIT_MS, TOO_LATE, { signal: over.signal }).catch(() => TOO_LATE)
  try {
    return await Promise.race([checkWithHint(asking, record), late])
  } finally {
    over.abort()
  }
}

const TOO_LATE = unknown('DNS took too long')

async function checkWithHint(asking: Asking, record: DnsRecord): Promise<Finding> {
  const finding = await checkByPurpose(asking, record)
  if (finding.status !== 'missing' || finding.detail !== null) return finding
  return { ...finding, detail: await whyMissing(asking, record) }
}

async function checkByPurpose(asking: Asking, record: DnsRecord): Promise<Finding> {
  const { dns, domain, hosts } = asking
  switch (record.purpose) {
    case 'dkim':
      return judge(await dns.txt(record.name), (texts) => judgeDkim(texts, record.key?.publicKey ?? ''))
    case 'return-path':
      return judge(await dns.mx(record.name), (servers) => judgeReturnPath(servers, hosts.mail))
    case 'spf':
      return checkSpf(dns, { name: record.name, hosts })
    case 'dmarc':
      return checkDmarc(dns, domain)
    case 'tracking':
      return checkTracking(dns, record)
  }
}

function judge<T>(answer: Lookup<T>, verdict: (records: T[]) => Finding): Finding {
  if (answer.status === 'unanswered') return unknown(answer.reason)
  return answer.status === 'none' ? missing() : verdict(answer.records)
}

type Server = { exchange: string; priority: number }

/** Bounces go to the most preferred server (RFC 5321 5.1), so ours has to be among those. */
function judgeReturnPath(servers: readonly Server[], mailHost: string): Finding {
  const sorted = servers.toSorted((a, b) => a.priority - b.priority)
  const found = sorted.map(({ exchange, priority }) => `${priority} ${exchange === '' ? '.' : exchange}`)
  const ours = sorted.find(({ exchange }) => exchange === mailHost)
  if (!ours) return mismatch(found, `Bounces would go to another server: the MX has to be ${mailHost}.`)
  if (ours.priority === sorted[0]?.priority) return ok(found)
  return mismatch(
    found,
    `Another server is preferred to ${mailHost}, so bounces go there. Give ${mailHost} the lowest number.`,
  )
}

/** Without a policy of its own a domain has that of the domain above it: RFC 7489 6.6.3. */
async function checkDmarc(dns: Dns, domain: string): Promise<Finding> {
  const own = judge(await dns.txt(dmarcName(domain)), judgeDmarc)
  if (own.status !== 'missing') return own
  for (const parent of parentsOf(domain)) {
    const answer = await dns.txt(dmarcName(parent))
    const inherited = judge(answer, judgeDmarc)
    if (inherited.status === 'ok') return ok(inherited.found, `The policy of ${parent} applies.`)
    if (inherited.status !== 'missing') return inherited
  }
  return own
}

// Domains with more names above them than this are not seen; each costs a question.
const MOST_PARENTS = 4

/** The domains above, without the last label, which nobody has. */
export function parentsOf(domain: string): string[] {
  const labels = domain.split('.')
  return labels
    .slice(1, -1)
    .map((_, index) => labels.slice(index + 1).join('.'))
    .slice(0, MOST_PARENTS)
}

/** An alias, or what DNS hosters make of one at their end: the same addresses. */
async function checkTracking(dns: Dns, { name, value }: DnsRecord): Promise<Finding> {
  const alias = await dns.cname(name)
  if (alias.status === 'unanswered') return unknown(alias.reason)
  const target = alias.status === 'found' ? alias.records[0] : undefined
  if (target === value) return ok([target])
  const [own, wanted] = await Promise.all([dns.addresses(name), dns.addresses(value)])
  if (own.status === 'unanswered') return unknown(own.reason)
  const found = target === undefined ? recordsIn(own) : [target]
  if (found.length === 0) return missing()
  if (recordsIn(own).some((address) => recordsIn(wanted).includes(address))) return ok(found)
  if (wanted.status === 'unanswered') return unknown(wanted.reason)
  return mismatch(found, `Links would lead to another server: the alias has to be ${value}.`)
}

const recordsIn = <T>(answer: Lookup<T>): T[] => (answer.status === 'found' ? answer.records : [])

/** The commonest slip: panels that add the domain themselves turn `x.example.com` into `x.example.com.example.com`. */
async function whyMissing({ dns, domain }: Asking, { type, name }: DnsRecord): Promise<string | null> {
  const doubled = `${name}.${domain}`
  const ask = { TXT: () => dns.txt(doubled), MX: () => dns.mx(doubled), CNAME: () => dns.cname(doubled) }
  const answer = await ask[type]()
  return answer.status === 'found'
    ? `The record stands at ${doubled}: your DNS panel adds ${domain} by itself, so enter the name without it.`
    : null
}
