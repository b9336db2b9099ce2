// DMARC of the From domain, by both generations: RFC 7489, which most receivers still follow, and RFC 9989 with RFC 9990,
// which removed pct, rf and ri, and added np, psd and t.
import { dmarcValue, parseTagList, sendsReportsHere, withReportAddress } from '../../domains/index.ts'
import type { Lookup } from '../../../platform/dns/dns.ts'
import { advise, failed, good, publish, quote, unknown, warning } from '../check-finding.ts'
import type { Remedy, Verdict } from '../check-finding.ts'

export type DmarcAnswer = {
  domain: string
  /** The name of the record that applies: that of the domain, or of a parent. null: none was found. */
  at: string | null
  /** The answer at that name; without one, the last. */
  texts: Lookup<string>
  /** Whether other domains agreed to get reports, by the domain. */
  consents: ReadonlyMap<string, boolean | 'unknown'>
}

export const isDmarc = (text: string): boolean => /^\s*v\s*=\s*DMARC1\s*(;|$)/.test(text)

export function judgeDmarc({ domain, at, texts, consents }: DmarcAnswer): Verdict {
  if (texts.status === 'unanswered') return unknown(texts.reason)
  const name = `_dmarc.${domain}`
  const records = texts.status === 'found' ? texts.records.filter(isDmarc) : []
  const [record] = records
  const remedy = publish('Publish this record.', { name, value: dmarcValue(domain) })
  if (at === null || record === undefined) {
    return failed(
      `There is no DMARC record at ${name} or above. Gmail, Yahoo and Outlook require one of everybody who sends in bulk.`,
      remedy,
    )
  }
  if (records.length > 1) {
    return failed(
      `There are ${records.length} DMARC records at ${at}, so receivers ignore all of them.`,
      advise('Keep only one of them.'),
    )
  }
  const parsed = parseTagList(record)
  if (!parsed.ok) {
    return failed(`Receivers cannot read the record at ${at}: ${quote(parsed.problem)}.`, remedy)
  }
  const facts = { domain, at, record, tags: lowerTags(parsed.tags) }
  return judgeTags(facts, remedy) ?? judgeDetails(facts, consents)
}

type Facts = { domain: string; at: string; record: string; tags: ReadonlyMap<string, string> }

const lowerTags = (tags: ReadonlyMap<string, string>) =>
  new Map([...tags].map(([name, value]) => [name.toLowerCase(), value]))

const POLICY = /^(none|quarantine|reject)$/i
const URIS = /^[a-z][a-z0-9+.-]*:[^\s,]+(\s*,\s*[a-z][a-z0-9+.-]*:[^\s,]+)*$/i

/** The values of tags that both generations have, or the new one. */
const FORMS: Record<string, { form: RegExp; words: string }> = {
  sp: { form: POLICY, words: 'none, quarantine or reject' },
  np: { form: POLICY, words: 'none, quarantine or reject' },
  adkim: { form: /^[rs]$/i, words: 'r or s' },
  aspf: { form: /^[rs]$/i, words: 'r or s' },
  t: { form: /^[yn]$/i, words: 'y or n' },
  psd: { form: /^[ynu]$/i, words: 'y, n or u' },
  fo: { form: /^[01ds](\s*:\s*[01ds])*$/i, words: '0, 1, d or s' },
  rua: { form: URIS, words: 'addresses such as mailto:you@example.com' },
  ruf: { form: URIS, words: 'addresses such as mailto:you@example.com' },
}

/** Faults that make receivers ignore the record, or a part of it. */
function judgeTags({ domain, at, record, tags }: Facts, remedy: Remedy): Verdict | undefined {
  const policy = tags.get('p')
  const correct = (value: string) =>
    publish('Publish this record instead.', {
      name: at === `_dmarc.${domain}` ? at : `_dmarc.${domain}`,
      value,
    })
  if (policy === undefined && !tags.has('rua')) {
    return failed(`The record at ${at} has neither a policy (p=) nor an address for reports.`, remedy)
  }
  if (policy === undefined) {
    return warning(
      `The record at ${at} has no policy. RFC 9989 reads it as p=none, but receivers that follow RFC 7489 may ignore it.`,
      correct(record.replace(/^\s*v\s*=\s*DMARC1\s*;?/, 'v=DMARC1; p=none;')),
    )
  }
  if (!POLICY.test(policy)) {
    return failed(`The policy p=${quote(policy)} does not exist: use none, quarantine or reject.`, remedy)
  }
  const wrong = Object.entries(FORMS).find(([tag, { form }]) => {
    const value = tags.get(tag)
    return value !== undefined && !form.test(value)
  })
  return (
    wrong &&
    failed(
      `The tag ${wrong[0]}= of the record at ${at} must be ${wrong[1].words}.`,
      withoutTag(at, record, wrong[0]),
    )
  )
}

const withoutTag = (name: string, record: string, tag: string): Remedy =>
  publish(`Correct the tag ${tag}=, or publish the record without it.`, {
    name,
    value: record
      .split(';')
      .filter((part) => part.trim() !== '' && !new RegExp(`^\\s*${tag}\\s*=`, 'i').test(part))
      .map((part) => part.trim())
      .join('; '),
  })

/** Valid tags that do not do what their owner may expect. */
function judgeDetails({ domain, at, record, tags }: Facts, consents: DmarcAnswer['consents']): Verdict {
  const isOwn = at === `_dmarc.${domain}`
  const policy = policyOf(tags, isOwn)
  const from = isOwn ? '' : ` It is inherited from ${at}.`
  const found = `The policy is ${policy}: ${quote(record)}.${from}`
  if (tags.get('aspf')?.toLowerCase() === 's') {
    return warning(
      `${found} With aspf=s, SPF is never aligned, because the return path is a subdomain: DMARC relies on DKIM alone.`,
      withoutTag(at, record, 'aspf'),
    )
  }
  const percent = tags.get('pct')
  if (percent !== undefined && percent !== '100') {
    return warning(
      `${found} RFC 9989 removed the tag pct=: receivers that follow it apply the policy to all email.`,
      withoutTag(at, record, 'pct'),
    )
  }
  if (tags.get('t')?.toLowerCase() === 'y' && policy !== 'none') {
    return warning(
      `${found} With t=y, receivers that follow RFC 9989 apply ${policy === 'reject' ? 'quarantine' : 'none'}, and the others apply ${policy}.`,
      withoutTag(at, record, 't'),
    )
  }
  const refusing = [...consents].find(([, isAgreed]) => isAgreed === false)?.[0]
  if (refusing !== undefined) {
    return warning(
      `${found} Reports go to ${refusing}, which has not agreed to get those of ${ownerOf(at)}, so receivers send it none.`,
      publish(
        `Whoever keeps the DNS of ${refusing} has to publish this record there (RFC 7489, RFC 9990): ask the service that gave you the address. Without it, take the address out of rua=.`,
        { name: consentName(at, refusing), value: 'v=DMARC1' },
      ),
    )
  }
  if (sendsReportsHere(record, [domain, ownerOf(at)])) return good(found)
  return {
    ...good(
      `${found} Its reports do not come to this server, so the page Reports of the domain stays empty.`,
    ),
    remedy: publish(
      `To see the reports here, publish this record instead. It keeps ${tags.has('rua') ? 'your addresses; some receivers send to the first two only' : 'everything else'}.`,
      { name: at, value: withReportAddress(record, domain) },
    ),
  }
}

/** The domain whose record it is. */
export const ownerOf = (at: string): string => at.replace(/^_dmarc\./, '')

/** The record by which another domain agrees to get reports: RFC 7489 section 7.1, RFC 9990 section 4. */
export const consentName = (at: string, receiver: string): string =>
  `${ownerOf(at)}._report._dmarc.${receiver}`

/** A record above the domain can have another policy for subdomains. */
const policyOf = (tags: ReadonlyMap<string, string>, isOwn: boolean): string =>
  ((isOwn ? undefined : tags.get('sp')) ?? tags.get('p') ?? 'none').toLowerCase()

/** The policy that applies to the domain; undefined if there is none that can be read. */
export function dmarcPolicyOf({ domain, at, texts }: Omit<DmarcAnswer, 'consents'>): string | undefined {
  if (at === null || texts.status !== 'found') return undefined
  const records = texts.records.filter(isDmarc)
  const parsed = records.length === 1 ? parseTagList(records[0] ?? '') : undefined
  if (!parsed?.ok) return undefined
  const tags = lowerTags(parsed.tags)
  return tags.get('t')?.toLowerCase() === 'y' ? 'none' : policyOf(tags, at === `_dmarc.${domain}`)
}

// More than this is not a record of good faith.
const MOST_DESTINATIONS = 5

/** The domains that reports go to, other than the one of the record. They have to agree (RFC 9990 section 4). */
export function reportDomainsOf(record: string, at: string): string[] {
  const parsed = parseTagList(record)
  if (!parsed.ok) return []
  const own = ownerOf(at)
  const uris = ['rua', 'ruf'].flatMap((tag) => (lowerTags(parsed.tags).get(tag) ?? '').split(','))
  const domains = uris.flatMap((uri) => /^\s*mailto:[^@\s]+@([^!\s?]+)/i.exec(uri)?.[1]?.toLowerCase() ?? [])
  const isOwn = (name: string) => name === own || name.endsWith(`.${own}`) || own.endsWith(`.${name}`)
  return [...new Set(domains)].filter((name) => !isOwn(name)).slice(0, MOST_DESTINATIONS)
}
