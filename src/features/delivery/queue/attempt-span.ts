// The span of one attempt at an email, below that of the request which accepted the email.
import type { Deps } from '../../../platform/deps.ts'
import { startSpan } from '../../../platform/tracing/span.ts'
import type { RunningSpan, SpanEnd } from '../../../platform/tracing/span.ts'
import { parseTraceparent } from '../../../platform/tracing/trace-context.ts'
import type { ClaimedEmail } from './claim.queries.ts'
import type { EmailRecipients } from './recipients.schema.ts'

/** @param claimedAt see Leases. Undefined if nothing is recorded. */
export function startAttemptSpan(
  { tracer, clock }: Pick<Deps, 'tracer' | 'clock'>,
  email: ClaimedEmail,
  claimedAt: number,
): RunningSpan | undefined {
  if (!tracer.isOn) return undefined
  const parent = parseTraceparent((email.recipients as EmailRecipients | null)?.traceparent)
  if (parent?.isSampled !== true) return undefined
  // The lease may have been lost meanwhile.
  const beganAt = Number.isFinite(claimedAt) ? claimedAt : performance.now()
  const span = startSpan(
    { tracer, clock },
    {
      parent,
      name: 'send email',
      kind: 'consumer',
      attributes: {
        'lettermill.project_id': email.project_id,
        'lettermill.email_id': email.id,
        'lettermill.attempt': email.attempts,
      },
      beganAt,
    },
  )
  span.noteStep('claim', beganAt)
  return span
}

/** Undefined: the email was given back without being tried. */
export function describeOutcome(outcome: { status: string } | undefined): SpanEnd {
  const status = outcome?.status.toLowerCase() ?? 'given back'
  return {
    attributes: { 'lettermill.status': status },
    error: ['failed', 'bounced', 'deferred'].includes(status) ? status : undefined,
  }
}
