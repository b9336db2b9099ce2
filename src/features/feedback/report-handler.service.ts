// What is done about an email that the listener took, by whom it was taken for. Each returns what is to be counted.
import type { Deps } from '../../platform/deps.ts'
import type { Feedback } from '../../platform/email/feedback/feedback.ts'
import type { EmailRef } from '../delivery/index.ts'
import type { RecipientReader, Role, Taken } from './bounce-recipients.service.ts'
import { tooManyReports } from './bounce-refusal.ts'
import { applyFeedback, leaveByEmail } from './feedback.service.ts'
import { createReportedEmailFinder } from './reported-emails.service.ts'

type Given = {
  readRecipient: RecipientReader
  /** Takes one of the reports that an email may have. */
  mayReport: (emailId: string) => boolean
}

/** The labels of `lettermill_feedback_total`. */
type Counted = { kind: string; effect: string }

/** @param feedback undefined for what nobody could read, or nobody looked at */
export type ReportActs = (taken: Taken, feedback: Feedback | undefined) => Promise<Counted>

export function createReportActs(deps: Deps, { readRecipient, mayReport }: Given): ReportActs {
  const { clock, database, log, secrets } = deps
  const findReported = createReportedEmailFinder({ ...deps, readRecipient })

  const applyReport = async (email: EmailRef, feedback: Feedback): Promise<Counted> => {
    const effect = await applyFeedback(database.db, email, { feedback, secrets, now: clock.now() })
    if (effect?.type === 'bounced' && effect.class === 'policy') {
      log.warn({ ...email, code: effect.code, reason: effect.reason }, 'a receiver rejects our email')
    }
    return { kind: feedback.kind, effect: effect?.type ?? 'none' }
  }

  /**
   * The signed address is the proof: only its recipient knows it, so any email there asks to leave. An automatic answer or a
   * bounce does not ask: it would unsubscribe people whose address was misused as a sender. Mail programs that unsubscribe
   * by themselves look like one; signs.ts tells them apart.
   */
  const applyWish = async (email: EmailRef, feedback: Feedback | undefined): Promise<Counted> => {
    const kind = feedback?.kind ?? 'unreadable'
    if (kind === 'bounce' || kind === 'auto-reply') return { kind, effect: 'none' }
    const hasLeft = await leaveByEmail(database.db, email, { now: clock.now() })
    return { kind: 'unsubscribe', effect: hasLeft ? 'unsubscribed' : 'none' }
  }

  const applyToRole = async (role: Role, feedback: Feedback): Promise<Counted> => {
    const email = await findReported(feedback)
    if (!email) {
      const { kind, feedbackType, originalMessageId } = feedback
      const facts = { role, kind, feedbackType, originalMessageId }
      log.info(
        facts,
        'an email to an address of the bounce domain is not about one of our emails; it is dropped',
      )
      return { kind, effect: 'none' }
    }
    if (!mayReport(email.emailId)) throw tooManyReports()
    return applyReport(email, feedback)
  }

  return async (taken, feedback) => {
    if (taken.use === 'unsubscribe') return applyWish(taken.email, feedback)
    if (taken.use === 'role' && taken.role === 'dmarc') return { kind: 'dmarc', effect: 'none' }
    if (!feedback) return { kind: 'unreadable', effect: 'none' }
    return taken.use === 'role' ? applyToRole(taken.role, feedback) : applyReport(taken.email, feedback)
  }
}
