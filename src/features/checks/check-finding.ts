// The results of checks. Each check is a pure judgement over answers of DNS or a server; the runners ask.
import type { z } from 'zod'
import type { CheckRemedy, StoredResult } from './checks.schema.ts'
import type { CHECK_STATES } from './checks.values.ts'

export type CheckState = (typeof CHECK_STATES)[number]
export type Remedy = z.infer<typeof CheckRemedy>

export type Verdict = { state: CheckState; found: string; remedy: Remedy | null }

/** A verdict with its check and its subject, which together identify it from one run to the next. */
export type CheckFinding = Verdict & { kind: string; subject: string }

export type CheckResult = z.infer<typeof StoredResult>

export const good = (found: string): Verdict => ({ state: 'good', found, remedy: null })

export const warning = (found: string, remedy: Remedy | null): Verdict => ({
  state: 'warning',
  found,
  remedy,
})

export const failed = (found: string, remedy: Remedy | null): Verdict => ({ state: 'failed', found, remedy })

export const notApplicable = (found: string, remedy: Remedy | null = null): Verdict => ({
  state: 'not-applicable',
  found,
  remedy,
})

/** @param reason without a full stop */
export const unknown = (reason: string, remedy: Remedy | null = null): Verdict => ({
  state: 'unknown',
  found: `It could not be checked: ${reason}.`,
  remedy,
})

export const advise = (text: string, more: Partial<Omit<Remedy, 'text'>> = {}): Remedy => ({
  text,
  record: null,
  command: null,
  page: null,
  ...more,
})

type PublishedRecord = { type?: 'TXT' | 'CNAME'; name: string; value: string }

export const publish = (text: string, { type = 'TXT', name, value }: PublishedRecord): Remedy =>
  advise(text, { record: { type, name, value } })

// Texts from DNS are shown and stored: control characters do not help a reader, and PostgreSQL cannot store NUL.
const MOST_SHOWN = 300

/** A text from outside, as part of a sentence. */
export const quote = (text: string): string => {
  const shown = text.toWellFormed().replaceAll(/\p{Cc}/gu, '\ufffd')
  return shown.length > MOST_SHOWN ? `${shown.slice(0, MOST_SHOWN)}…` : shown
}
