// Sends the emails about alerts. They come from the default sender of the project, but are none of its emails
// (features/delivery/direct-email.service.ts): they make no contact, and a project without a sender still has its events.
import type { Deps } from '../../../platform/deps.ts'
import { cancel, done, retry } from '../../../platform/jobs/outcome.ts'
import type { Outcome } from '../../../platform/jobs/outcome.ts'
import { findAlertRecipient } from '../../accounts/index.ts'
import { createDirectEmails } from '../../delivery/index.ts'
import { findProject } from '../../projects/index.ts'
import { alertEmailText } from './alert-email-text.ts'
import { deleteAlertEmail, findAlertEmail, listAlertsOfRun } from './alert-emails.queries.ts'
import type { AlertEmailRef, WaitingAlertEmail } from './alert-emails.queries.ts'

/** Older news would only confuse: the page of the domain has them. */
const LIFETIME_MS = 24 * 3_600_000

type Attempt = { isLastAttempt: boolean }

/**
 * Sends one email, unless it was sent before, or its domain or member is gone. A node that dies between the answer of the mail
 * server and the commit sends it once more, under the same Message-ID.
 */
export function createAlertEmailSender(deps: Deps) {
  const { database, clock, log } = deps
  const send = createSending(deps)
  return async (ref: AlertEmailRef, { isLastAttempt }: Attempt): Promise<Outcome> => {
    const { db } = database
    const waiting = await findAlertEmail(db, ref)
    if (!waiting) return done
    const isLate = clock.now().getTime() > waiting.createdAt.getTime() + LIFETIME_MS
    const result = isLate ? 'given up' : await send(ref, waiting)
    if (result === 'later' && !isLastAttempt) return retry('the mail server did not accept the email yet')
    await deleteAlertEmail(db, ref)
    if (result === 'sent' || result === 'unwanted') return done
    const { projectId, userId } = waiting
    log.info({ projectId, userId, reason: result }, 'an email about alerts was not sent')
    return result === 'no sender' ? done : cancel('no mail server accepted the email about alerts')
  }
}

type SendOutcome = 'sent' | 'later' | 'refused' | 'no sender' | 'unwanted'

function createSending(deps: Deps) {
  const { database, publicUrl } = deps
  const emails = createDirectEmails(deps)
  return async ({ projectId, id }: AlertEmailRef, waiting: WaitingAlertEmail): Promise<SendOutcome> => {
    const { db } = database
    const to = await findAlertRecipient(db, waiting)
    const project = await findProject(db, { projectId })
    const alerts = await listAlertsOfRun(db, waiting)
    if (to === undefined || !project || project.disabled_at || alerts.length === 0) return 'unwanted'
    const address = project.default_from
    if (address === null || !(await emails.canSend({ projectId, address }))) return 'no sender'
    const pages = `${await publicUrl.find()}/app/p/${projectId}`
    const words = alertEmailText({
      domain: waiting.domain,
      project: project.name,
      alerts,
      reportsUrl: `${pages}/domains/${waiting.domainId}/reports`,
      settingsUrl: `${pages}/settings?tab=account`,
    })
    const from = { email: address, name: project.default_from_name }
    const { kind } = await emails.send({ projectId, id, from, to, ...words })
    // After a lost connection the email has arrived or not: the page of the domain has the alerts in any case.
    if (kind === 'accepted' || kind === 'ambiguous') return 'sent'
    return kind === 'rejected' ? 'refused' : 'later'
  }
}
