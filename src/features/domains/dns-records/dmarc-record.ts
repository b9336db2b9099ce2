// DMARC (RFC 7489): advised, and any policy is fine, the stricter the better; only what receivers would ignore or
// misread is said.
import { mismatch, missing, ok } from './finding.ts'
import type { Finding } from './finding.ts'
import { parseTagList } from './tag-list.ts'

const POLICIES = ['none', 'quarantine', 'reject']

/** What the other tags may hold: RFC 7489 6.3. */
const VALUES: Record<string, { form: RegExp; words: string }> = {
  sp: { form: /^(none|quarantine|reject)$/i, words: 'none, quarantine or reject' },
  adkim: { form: /^[rs]$/i, words: 'r or s' },
  aspf: { form: /^[rs]$/i, words: 'r or s' },
  pct: { form: /^(100|\d{1,2})$/, words: 'a number from 0 to 100' },
  ri: { form: /^\d{1,10}$/, words: 'a number of seconds' },
  fo: { form: /^[01ds](\s*:\s*[01ds])*$/i, words: '0, 1, d or s' },
  rua: {
    form: /^[^\s,]+:[^\s,]+(\s*,\s*[^\s,]+:[^\s,]+)*$/,
    words: 'addresses such as mailto:you@example.com',
  },
  ruf: {
    form: /^[^\s,]+:[^\s,]+(\s*,\s*[^\s,]+:[^\s,]+)*$/,
    words: 'addresses such as mailto:you@example.com',
  },
}

/** Judges the TXT records of a _dmarc name; texts that are no DMARC record at all do not count. */
export function judgeDmarc(texts: readonly string[]): Finding {
  const records = texts.filter((text) => /^["\s]*v\s*=\s*dmarc/i.test(text))
  const [record] = records
  if (record === undefined) return missing()
  if (records.length > 1) {
    return mismatch(records, 'There are several DMARC records, so receivers ignore all of them. Leave one.')
  }
  const problem = problemOf(record)
  return problem === undefined ? ok(records) : mismatch(records, problem)
}

function problemOf(text: string): string | undefined {
  if (text.includes('"')) return 'The text holds quotation marks. Paste the value without them.'
  const parsed = parseTagList(text)
  if (!parsed.ok) return `Receivers cannot read it: ${parsed.problem}.`
  const { tags } = parsed
  if (tags.get('v') !== 'DMARC1') return 'It has to begin with v=DMARC1, in capitals.'
  const policy = tags.get('p')
  if (policy === undefined) return 'The policy is missing: add p=none, p=quarantine or p=reject.'
  if (!POLICIES.includes(policy.toLowerCase())) {
    return `The policy p=${policy.slice(0, 40)} does not exist: use none, quarantine or reject.`
  }
  const wrong = Object.entries(VALUES).find(
    ([name, { form }]) => !form.test(tags.get(name) ?? defaultOf(name)),
  )
  return wrong && `The tag ${wrong[0]}= has to be ${wrong[1].words}.`
}

/** A value that passes, for tags that are not there. */
function defaultOf(name: string): string {
  return { sp: 'none', adkim: 'r', aspf: 'r', pct: '100', ri: '86400', fo: '0' }[name] ?? 'mailto:a@b'
}
