// The email of an invitation, sent by the project itself. It is an email of the project, but makes no contact: colleagues are
// not customers.
import type { EmailInvitation } from './features/accounts/members/invitations.service.ts'
import { findProject } from './features/projects/index.ts'
import { SendRequest } from './features/send/send.schema.ts'
import { createSendToAddresses } from './features/send/send-to-addresses.service.ts'
import type { Deps } from './platform/deps.ts'

const BODY = `<p>{{ invitedBy }} invites you to work on <strong>{{ project }}</strong> in Lettermill.</p>
<p><a href="{{ link }}">Accept the invitation</a></p>
<p>The link works once, for 7 days: {{ link }}</p>
<p>If you do not know {{ invitedBy }}, you can ignore this email.</p>`

/** Returns false and sends nothing if the project has no default sender, or may not send from it. */
export function createInvitationEmail(deps: Deps): EmailInvitation {
  const { log } = deps
  const sendToAddresses = createSendToAddresses(deps)
  return async (late, { projectId, to, link, invitedBy }) => {
    const project = await findProject(late.db, { projectId })
    if (!project?.default_from) return false
    const request = SendRequest.parse({
      to,
      subject: 'Invitation to {{ project }}',
      body: BODY,
      data: { project: project.name, link, invitedBy },
      tracking: { opens: false, clicks: false },
    })
    try {
      const sent = await sendToAddresses(late, {
        projectId,
        source: { kind: 'member', id: null },
        request,
        kind: 'TRANSACTIONAL',
      })
      return sent.every(({ status }) => status !== 'SUPPRESSED')
    } catch (error) {
      log.warn({ err: error, projectId }, 'an invitation was not sent by email')
      await late.rollback()
      return false
    }
  }
}
