// DMARC (RFC 7489) is recommended, with any policy. Only faults that make receivers ignore or misread the record are reported;
// a record that sends its reports elsewhere is fine, with a hint.
import { mismatch, missing, ok } from './finding.ts'
import type { RecordFinding } from './finding.ts'
import { sendsReportsHere, withReportAddress } from './report-address.ts'
import { parseTagList } from './tag-list.ts'

const POLICIES = ['none', 'quarantine', 'reject']

const ADDRESSES = {
  form: /^[^\s,]+:[^\s,]+(\s*,\s*[^\s,]+:[^\s,]+)*$/,
  words: 'addresses such as mailto:you@example.com',
}

/** Valid values of the other tags, RFC 7489 6.3. */
const VALUES: Record<string, { form: RegExp; words: string }> = {
  sp: { form: /^(none|quarantine|reject)$/i, words: 'none, quarantine or reject' },
  adkim: { form: /^[rs]$/i, words: 'r or s' },
  aspf: { form: /^[rs]$/i, words: 'r or s' },
  pct: { form: /^(100|\d{1,2})$/, words: 'a number from 0 to 100' },
  ri: { form: /^\d{1,10}$/, words: 'a number of seconds' },
  fo: { form: /^[01ds](\s*:\s*[01ds])*$/i, words: '0, 1, d or s' },
  rua: ADDRESSES,
  ruf: ADDRESSES,
}

type DmarcSubject = {
  /** The domain whose reports are read here. */
  domain: string
  /** The domain of the record, above that one. */
  above?: string
}

/** Evaluates the TXT records of a _dmarc name; other kinds of texts do not count. */
export function evaluateDmarc(texts: readonly string[], subject: DmarcSubject): RecordFinding {
  const records = texts.filter((text) => /^["\s]*v\s*=\s*dmarc/i.test(text))
  const [record] = records
  if (record === undefined) return missing()
  if (records.length > 1) {
    return mismatch(
      records,
      `There are ${records.length} DMARC records, so receivers ignore all of them. Keep only one.`,
    )
  }
  const problem = problemOf(record)
  return problem === undefined ? ok(records, hintOn(record, subject)) : mismatch(records, problem)
}

/** For records of others, which can be long and hold any byte. */
const MOST_SHOWN = 1_000

function hintOn(record: string, { domain, above }: DmarcSubject): string | null {
  const applies = above === undefined ? [] : [`The policy of ${above} applies.`]
  if (sendsReportsHere(record, above === undefined ? [domain] : [domain, above])) return applies[0] ?? null
  const complete = withReportAddress(record, domain).slice(0, MOST_SHOWN).toWellFormed()
  const paste = complete.replaceAll(/\p{Cc}/gu, '\ufffd')
  return [
    ...applies,
    `Its reports do not come to this server, so the page Reports stays empty. To see them, publish at _dmarc.${above ?? domain}: ${paste}`,
  ].join(' ')
}

function problemOf(text: string): string | undefined {
  if (text.includes('"')) return 'The value contains quotation marks. Enter it without them.'
  const parsed = parseTagList(text)
  if (!parsed.ok) return `Receivers cannot read it: ${parsed.problem}.`
  const { tags } = parsed
  if (tags.get('v') !== 'DMARC1') return 'It must begin with v=DMARC1, in capitals.'
  const policy = tags.get('p')
  if (policy === undefined) return 'The policy is missing: add p=none, p=quarantine or p=reject.'
  if (!POLICIES.includes(policy.toLowerCase())) {
    return `The policy p=${policy.slice(0, 40)} does not exist: use none, quarantine or reject.`
  }
  const wrong = Object.entries(VALUES).find(
    ([name, { form }]) => !form.test(tags.get(name) ?? defaultOf(name)),
  )
  return wrong && `The tag ${wrong[0]}= must be ${wrong[1].words}.`
}

/** A valid value for a missing tag. */
function defaultOf(name: string): string {
  return { sp: 'none', adkim: 'r', aspf: 'r', pct: '100', ri: '86400', fo: '0' }[name] ?? 'mailto:a@b'
}
