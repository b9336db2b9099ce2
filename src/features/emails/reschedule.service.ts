import type { Db, Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import { rescheduleWaitingEmail } from '../delivery/index.ts'
import type { EmailRef } from '../delivery/index.ts'
import { readEmail } from './emails.service.ts'
import type { EmailRecord } from './emails.service.ts'
import { checkSchedule } from './schedule.ts'

type Change = EmailRef & {
  /** Null to send immediately; undefined to change nothing. */
  scheduledFor: Date | null | undefined
  now: Date
}

/** Changes the time of a waiting email. One that is being sent stays as it is. */
export async function rescheduleEmail(
  db: Db | Trx,
  { scheduledFor, now, ...ref }: Change,
): Promise<EmailRecord> {
  checkSchedule(scheduledFor, now)
  if (scheduledFor === undefined) return readEmail(db, ref)
  const isMoved = await rescheduleWaitingEmail(db, { ...ref, scheduledFor, now })
  const email = await readEmail(db, ref)
  if (isMoved) return email
  if (email.campaignId !== null) {
    throw new AppError('INVALID_STATE', {
      message: 'The email cannot be rescheduled: it belongs to a campaign, which is sent as a whole.',
      suggestion: 'Pause the campaign with POST /campaigns/{id}/pause, or cancel this email.',
    })
  }
  throw new AppError('INVALID_STATE', {
    message: `The email cannot be rescheduled: it is ${email.status}.`,
    suggestion: 'Only a waiting email can be rescheduled: QUEUED, SCHEDULED or DEFERRED.',
  })
}
