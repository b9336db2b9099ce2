// A test of emails as its file says it, with all times worked out.
import type { Window } from './read/times.ts'

export type TestFile = { path: string; tests: readonly EmailTest[] }

export type EmailTest = {
  name: string
  line: number
  /** Name or id. */
  workflow: { name: string; line: number }
  startAt: number
  contact: TestContact
  topics: Record<string, boolean>
  segments: { name: string; line: number }[]
  webhooks: Record<string, { statusCode: number; data?: Record<string, unknown> }>
  events: TestEvent[]
  expectations: Expectation[]
  /** Emails that no line names may come, too. */
  isOpen: boolean
}

export type TestContact = { email: string; subscribed: boolean; data: Record<string, unknown> }

export type TestEvent = { line: number; at: number; event: string; data: Record<string, unknown> }

export type ExpectedEmail = Window & {
  kind: 'email'
  line: number
  /** When the line above it was: what its time was counted from. */
  base: number
  /** Alias, name or id of its template, or the id of its step. */
  name: string
  fields: EmailFields
  unless: Exception[]
}

export const EMAIL_FIELDS = ['subject', 'text', 'to', 'from'] as const
/** `text` is contained; the others are equal. */
export type EmailFields = Partial<Record<(typeof EMAIL_FIELDS)[number], string>>

/** A reason for an expected email not to be sent. */
export type Exception = { line: number } & (
  | { kind: 'event'; event: TestEvent }
  | { kind: 'contact'; contact: Partial<TestContact> }
)

export type Outcome = 'not started' | 'completed' | 'exited' | 'failed' | 'waiting'

export type Expectation =
  | ExpectedEmail
  | (Window & { kind: 'event'; line: number; event: string; data: Record<string, unknown> })
  | { kind: 'contact'; line: number; contact: Partial<TestContact> }
  | { kind: 'outcome'; line: number; outcome: Outcome }
  /** `then no email`. */
  | { kind: 'noEmail'; line: number }
