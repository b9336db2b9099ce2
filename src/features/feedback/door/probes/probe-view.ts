// Says how far a probe has come, and what to check if its report is missing. Pure.
import type { Provider } from '../../../../platform/email/feedback/providers/providers.values.ts'
import type { ProofName } from '../doors.values.ts'
import type { ProbeRow } from './probes.queries.ts'
import type { ProbeKind, ProbeState } from './probes.values.ts'

/** The facts about the door of a probe. */
export type DoorFacts = {
  provider: Provider | null
  keys: readonly ProofName[]
  lastReportAt: Date | null
  refusedAt: Date | null
  refusal: string | null
  now: Date
}

const WAITING = new Set(['QUEUED', 'SCHEDULED', 'SENDING', 'DEFERRED'])
const ENDED_BY_US = new Set(['FAILED', 'SUPPRESSED', 'CANCELLED'])

export function probeStateOf({ reportedAt, status, sentAt }: ProbeRow): ProbeState {
  if (reportedAt !== null) return 'reported'
  if (status === null) return 'accepted'
  if (WAITING.has(status)) return 'waiting'
  return ENDED_BY_US.has(status) || sentAt === null ? 'failed' : 'accepted'
}

// Providers report within seconds, and some gather reports for a while.
const EXPECTED_WITHIN_MS = 60_000

/** Null while there is nothing to do but wait. */
export function nextStepOf(probe: ProbeRow, door: DoorFacts): string | null {
  switch (probeStateOf(probe)) {
    case 'reported':
      return null
    case 'waiting':
      return probe.reason === null ? null : `The email waits: ${probe.reason}`
    case 'failed':
      return `The email was not sent: ${probe.reason ?? probe.status}`
    case 'accepted':
      return nextStepOfAccepted(probe, door)
  }
}

function nextStepOfAccepted(
  { kind, createdAt, isByOther }: ProbeRow,
  { provider, keys, lastReportAt, refusedAt, refusal, now }: DoorFacts,
): string | null {
  const key = provider && SIGNING_KEYS[provider]
  if (isByOther) return 'The email left by another transport, because this one did not work.'
  if (key && !keys.includes(key)) return `Set the key "${key}": without it, all reports are refused.`
  if (refusedAt !== null && refusedAt >= createdAt) return `A report was refused: ${refusal}`
  if (now.getTime() - createdAt.getTime() < EXPECTED_WITHIN_MS) return null
  // The time of the last report is stored once a minute.
  const isHeard = lastReportAt !== null && lastReportAt.getTime() >= createdAt.getTime() - EXPECTED_WITHIN_MS
  return isHeard
    ? `Reports arrive, but not this one: choose ${EVENT_NAMES[kind]} at the provider as well.`
    : 'No report arrives: paste the URL at the provider. It has to reach this server from outside.'
}

/** The keys without which a provider's reports cannot be proven. */
const SIGNING_KEYS: Partial<Record<Provider, ProofName>> = {
  sendgrid: 'sendgrid',
  mailgun: 'mailgun',
  resend: 'resend',
}

const EVENT_NAMES: Record<ProbeKind, string> = {
  delivered: 'deliveries',
  bounced: 'bounces',
  complained: 'spam complaints',
}
