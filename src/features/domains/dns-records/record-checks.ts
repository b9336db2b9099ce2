// Checks the records of a domain in DNS: each is ok, missing, a mismatch, or unknown because the server did not answer.
// domain-state.ts decides what that means for the domain.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dns, Lookup } from '../../../platform/dns/dns.ts'
import { examineDkimAlias } from './dkim-alias.ts'
import { evaluateDkim } from './dkim-record.ts'
import { evaluateDmarc } from './dmarc-record.ts'
import { evaluateTlsReports } from './tls-reports-record.ts'
import { dmarcName, sesRelay } from './domain-records.ts'
import type { DnsRecord, Hosts } from './domain-records.ts'
import { mismatch, missing, ok, unknown } from './finding.ts'
import type { RecordFinding } from './finding.ts'
import { checkSpf } from './spf-check.ts'

// A request may be waiting, with a transaction open (Idempotency-Key). Servers that answer at all do so in a fraction of this;
// a zone that leads from one slow server to the next is "unknown" and checked again later.
const LIMIT_MS = 8_000

type CheckContext = { dns: Dns; domain: string; hosts: Hosts; limitMs?: number }

export async function checkRecord(context: CheckContext, record: DnsRecord): Promise<RecordFinding> {
  const finished = new AbortController()
  const late = sleep(context.limitMs ?? LIMIT_MS, TOO_LATE, { signal: finished.signal }).catch(() => TOO_LATE)
  try {
    return await Promise.race([checkWithHint(context, record), late])
  } finally {
    finished.abort()
  }
}

const TOO_LATE = unknown('DNS took too long')

async function checkWithHint(context: CheckContext, record: DnsRecord): Promise<RecordFinding> {
  const finding = await checkByPurpose(context, record)
  if (finding.status !== 'missing' || finding.detail !== null) return finding
  return { ...finding, detail: await misplacedHint(context, record) }
}

async function checkByPurpose(context: CheckContext, record: DnsRecord): Promise<RecordFinding> {
  const { dns, domain, hosts } = context
  switch (record.purpose) {
    case 'dkim':
      return record.type === 'CNAME' ? checkDkimAlias(dns, record) : checkDkim(dns, record)
    case 'return-path':
      return checkMx(dns, record)
    case 'spf':
      return checkSpf(dns, { name: record.name, hosts })
    case 'mail-from':
      return record.type === 'MX' ? checkMailFromMx(dns, record) : checkMailFromSpf(context, record)
    case 'dmarc':
      return checkDmarc(dns, domain)
    case 'tls-reports':
      return evaluate(await dns.txt(record.name), evaluateTlsReports)
    case 'tracking':
      return checkTracking(dns, record)
  }
}

function evaluate<T>(answer: Lookup<T>, verdict: (records: T[]) => RecordFinding): RecordFinding {
  if (answer.status === 'unanswered') return unknown(answer.reason)
  return answer.status === 'none' ? missing() : verdict(answer.records)
}

const checkDkim = async (dns: Dns, { name, key }: DnsRecord): Promise<RecordFinding> =>
  evaluate(await dns.txt(name), (texts) => evaluateDkim(texts, key?.publicKey ?? ''))

async function checkDkimAlias(dns: Dns, { name, value, key }: DnsRecord): Promise<RecordFinding> {
  const { isAliased: _, ...finding } = await examineDkimAlias(dns, {
    name,
    target: value,
    publicKey: key?.publicKey,
  })
  return finding
}

const checkMx = async (dns: Dns, { name, value }: DnsRecord): Promise<RecordFinding> =>
  evaluate(await dns.mx(name), (servers) => evaluateMx(servers, value))

/** SES does not accept the name with a second MX. */
async function checkMailFromMx(dns: Dns, { name, value }: DnsRecord): Promise<RecordFinding> {
  const answer = await dns.mx(name)
  return evaluate(answer, (servers) => {
    const finding = evaluateMx(servers, value)
    const isOnly = servers.length === 1 || finding.status !== 'ok'
    return isOnly ? finding : mismatch(finding.found, `SES requires that ${value} is the only MX.`)
  })
}

/** All regions send from the addresses of the same record. */
const checkMailFromSpf = ({ dns, hosts }: CheckContext, { name }: DnsRecord): Promise<RecordFinding> =>
  checkSpf(dns, { name, hosts: { ...hosts, relays: hosts.sesRegions.map(sesRelay) } })

type Server = { exchange: string; priority: number }

/** Bounces go to the most preferred server (RFC 5321 5.1), so the host has to be among those. */
function evaluateMx(servers: readonly Server[], host: string): RecordFinding {
  const sorted = servers.toSorted((a, b) => a.priority - b.priority)
  const found = sorted.map(({ exchange, priority }) => `${priority} ${exchange === '' ? '.' : exchange}`)
  const ours = sorted.find(({ exchange }) => exchange === host)
  if (!ours) return mismatch(found, `Bounces would go to another server: the MX must be ${host}.`)
  if (ours.priority === sorted[0]?.priority) return ok(found)
  return mismatch(
    found,
    `Another server is preferred to ${host}, so bounces go there. Give ${host} the lowest priority value.`,
  )
}

/** A domain without its own policy inherits that of its parent: RFC 7489 6.6.3. */
async function checkDmarc(dns: Dns, domain: string): Promise<RecordFinding> {
  const own = evaluate(await dns.txt(dmarcName(domain)), (texts) => evaluateDmarc(texts, { domain }))
  if (own.status !== 'missing') return own
  for (const parent of parentsOf(domain)) {
    const answer = await dns.txt(dmarcName(parent))
    const inherited = evaluate(answer, (texts) => evaluateDmarc(texts, { domain, above: parent }))
    if (inherited.status !== 'missing') return inherited
  }
  return own
}

// Each parent costs a query.
const MOST_PARENTS = 4

/** The parent domains, without the top-level domain. */
export function parentsOf(domain: string): string[] {
  const labels = domain.split('.')
  return labels
    .slice(1, -1)
    .map((_, index) => labels.slice(index + 1).join('.'))
    .slice(0, MOST_PARENTS)
}

/** Accepts an alias, or the addresses that DNS hosters turn it into. */
async function checkTracking(dns: Dns, { name, value }: DnsRecord): Promise<RecordFinding> {
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
  return mismatch(found, `Links would lead to another server: the alias must point to ${value}.`)
}

const recordsIn = <T>(answer: Lookup<T>): T[] => (answer.status === 'found' ? answer.records : [])

/** The most common mistake: panels that append the domain turn `x.example.com` into `x.example.com.example.com`. */
async function misplacedHint(
  { dns, domain }: CheckContext,
  { type, name }: DnsRecord,
): Promise<string | null> {
  const doubled = `${name}.${domain}`
  const ask = { TXT: () => dns.txt(doubled), MX: () => dns.mx(doubled), CNAME: () => dns.cname(doubled) }
  const answer = await ask[type]()
  return answer.status === 'found'
    ? `The record is at ${doubled}: your DNS panel appends ${domain} to names, so enter the name without it.`
    : null
}
