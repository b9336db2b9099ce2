import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { bodyUpTo } from '../../platform/http/body/body-limit.ts'
import { success } from '../../platform/http/replies/envelope.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { SendAnswer, SendRequest } from './send.schema.ts'
import { createSendMail } from './send.service.ts'
import type { SentMail } from './send.service.ts'

export function sendRoutes(app: App, deps: Deps): void {
  const sendMail = createSendMail(deps)

  app.post(
    '/v1/send',
    {
      config: { access: 'send', beginsLate: true },
      bodyLimit: bodyUpTo(deps.config),
      schema: {
        tags: ['Sending'],
        operationId: 'sendEmail',
        summary: 'Send an email',
        description:
          'Sends one email to each recipient. Success means that the emails are stored and will be sent; a recipient that must not be written to is reported as `SUPPRESSED` and does not fail the request. Either all recipients are accepted or none is. Returns 403 `DOMAIN_NOT_VERIFIED` if the domain of the sender is not verified, 404 `TEMPLATE_NOT_FOUND` if the template does not exist, and 400 `TEMPLATE_SYNTAX` with line and column if `subject` or `body` is not valid Liquid.',
        body: SendRequest,
        response: answers({ 200: SendAnswer }, [400, 403, 404, 409, 413, 422]),
      },
    },
    async (request) => {
      const { late, projectId, body } = request
      const sent = await sendMail(late, { projectId, request: body })
      return success({ emails: sent.map(toEntry), timestamp: deps.clock.now().toISOString() })
    },
  )
}

const toEntry = ({ address, email: { id, contact_id: contactId, status, reason } }: SentMail) => ({
  contact: { id: contactId, email: address },
  email: id,
  status,
  ...(reason !== null && { reason }),
})
