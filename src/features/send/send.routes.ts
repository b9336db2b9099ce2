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
        operationId: 'sendMail',
        summary: 'Send a mail to one or several recipients',
        description:
          'Success means that the mails are on disk and will be sent, or are on record as suppressed. All recipients are accepted or none is.',
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
