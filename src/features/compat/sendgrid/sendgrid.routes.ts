import type { FastifyRequest } from 'fastify'
import type { Config } from '../../../platform/config.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { bodyUpTo } from '../../../platform/http/body/body-limit.ts'
import { doorAnswers } from '../door-answers.ts'
import type { Door } from '../door.ts'
import { sendEach, sendOne } from '../send-through.ts'
import type { Entries, OwnRequest } from '../send-through.ts'
import { strictEmail, toOwnRequests } from './sendgrid-email.ts'
import { SendgridAccepted, SendgridError, SendgridEmail } from './sendgrid.schema.ts'

const ACCEPTED = 202

export function sendgridRoutes(
  app: App,
  { door, config }: { door: Door; config: Pick<Config, 'JSON_LIMIT_MB'> },
): void {
  const allowedBytes = bodyUpTo(config)

  app.post(
    `${door.provider.path}/v3/mail/send`,
    {
      ...door.optionsFor('sendEmail', strictEmail),
      schema: {
        tags: ['Compatibility'],
        operationId: 'sendgridSendEmail',
        summary: 'Send emails in the form of SendGrid',
        description:
          'Takes the body that the client of SendGrid sends. Each personalization is an email with the common content; all are sent or none. The answer has no body; the header X-Message-Id has the id of the first email.',
        body: SendgridEmail,
        response: doorAnswers({ 202: SendgridAccepted }, SendgridError),
      },
    },
    async (request, reply) => {
      const entries = await send(request, toOwnRequests(request.body, { allowedBytes }))
      return reply
        .code(ACCEPTED)
        .header('x-message-id', entries[0].email)
        .serializer(() => '')
        .send(null)
    },
  )

  async function send(request: FastifyRequest, emails: OwnRequest[]): Promise<Entries> {
    const [single] = emails
    if (emails.length === 1 && single) return sendOne(door, request, single)
    const [first] = await sendEach(door, request, {
      items: emails,
      toOwn: (email) => email as OwnRequest,
      isAllOrNothing: true,
    })
    if (!first || 'error' in first) throw new Error('a batch that is sent as a whole has no refused email')
    return first.entries
  }
}
