// Processes an email that the listener accepted, depending on its recipient. Returns the labels of the metric.
import type { Deps } from '../../platform/deps.ts'
import type { Feedback } from '../../platform/email/feedback/feedback.ts'
import type { EmailRef } from '../delivery/index.ts'
import { storeReport } from '../domain-reports/index.ts'
import type { BounceRecipient, RecipientReader, Role } from './bounce-recipients.service.ts'
import { tooManyOfDomain, tooManyReports } from './bounce-refusal.ts'
import { applyFeedback, applyUnsubscribeEmail } from './feedback.service.ts'
import { createReportedEmailFinder } from './reported-emails.service.ts'

type ReportHandlerOptions = {
  readRecipient: RecipientReader
  /** Uses up one of the reports that an email may have. */
  mayReport: (emailId: string) => boolean
}

/** The labels of `lettermill_feedback_total`. */
type FeedbackLabels = { kind: string; effect: string }

/** `feedback`: undefined for a report that was not or could not be parsed. */
type ReceivedReport = { raw: Uint8Array; feedback: Feedback | undefined }
type ReportHandler = (recipient: BounceRecipient, report: ReceivedReport) => Promise<FeedbackLabels>

export function createReportHandler(
  deps: Deps,
  { readRecipient, mayReport }: ReportHandlerOptions,
): ReportHandler {
  const { clock, database, log, secrets } = deps
  const findReported = createReportedEmailFinder({ ...deps, readRecipient })

  const applyReport = async (email: EmailRef, feedback: Feedback): Promise<FeedbackLabels> => {
    const effect = await applyFeedback(database.db, email, { feedback, secrets, now: clock.now() })
    if (effect?.type === 'bounced' && effect.class === 'policy') {
      log.warn({ ...email, code: effect.code, reason: effect.reason }, 'a receiver rejects our email')
    }
    return { kind: feedback.kind, effect: effect?.type ?? 'none' }
  }

  /**
   * Only the recipient knows the signed address, so any email to it unsubscribes. Auto-replies and bounces do not: they would
   * unsubscribe people whose address was misused as a sender. Mail clients that unsubscribe automatically look like
   * auto-replies; signs.ts distinguishes them.
   */
  const applyUnsubscribe = async (
    email: EmailRef,
    feedback: Feedback | undefined,
  ): Promise<FeedbackLabels> => {
    const kind = feedback?.kind ?? 'unreadable'
    if (kind === 'bounce' || kind === 'auto-reply') return { kind, effect: 'none' }
    const isUnsubscribed = await applyUnsubscribeEmail(database.db, email, { now: clock.now() })
    return { kind: 'unsubscribe', effect: isUnsubscribed ? 'unsubscribed' : 'none' }
  }

  const storeDomainReport = async (
    { box, domain }: Extract<BounceRecipient, { use: 'domain-report' }>,
    raw: Uint8Array,
  ): Promise<FeedbackLabels> => {
    const effect = await storeReport(database.db, { domain, raw, now: clock.now() })
    if (effect === 'full') throw tooManyOfDomain()
    return { kind: box, effect: effect === 'stored' ? effect : 'none' }
  }

  const applyToRole = async (role: Role, feedback: Feedback): Promise<FeedbackLabels> => {
    const email = await findReported(feedback)
    if (!email) {
      const { kind, feedbackType, originalMessageId } = feedback
      const facts = { role, kind, feedbackType, originalMessageId }
      log.info(
        facts,
        'an email to a role address of the bounce domain is not about one of our emails; it is dropped',
      )
      return { kind, effect: 'none' }
    }
    if (!mayReport(email.emailId)) throw tooManyReports()
    return applyReport(email, feedback)
  }

  return async (recipient, { raw, feedback }) => {
    if (recipient.use === 'domain-report') return storeDomainReport(recipient, raw)
    if (recipient.use === 'unsubscribe') return applyUnsubscribe(recipient.email, feedback)
    if (!feedback) return { kind: 'unreadable', effect: 'none' }
    return recipient.use === 'role'
      ? applyToRole(recipient.role, feedback)
      : applyReport(recipient.email, feedback)
  }
}
