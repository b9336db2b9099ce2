import type { App } from '../../../platform/http/app-types.ts'
import { doorAnswers } from '../door-answers.ts'
import type { Door } from '../door.ts'
import { sendOne } from '../send-through.ts'
import { formToJson } from './form-to-json.ts'
import { toOwnRequest } from './mailgun-message.ts'
import { MailgunDomain, MailgunError, MailgunMessage, MailgunQueued } from './mailgun.schema.ts'

const FORMS = ['multipart/form-data', 'application/x-www-form-urlencoded']

export function mailgunRoutes(app: App, { door }: { door: Door }): void {
  app.post(
    `${door.provider.path}/v3/:domain/messages`,
    {
      ...door.optionsFor('sendEmail'),
      preParsing: (request, _reply, payload) => formToJson(request, payload as never),
      schema: {
        tags: ['Compatibility'],
        operationId: 'mailgunSendMessage',
        summary: 'Send an email in the form of Mailgun',
        description:
          'Takes the form that the client of Mailgun sends: multipart/form-data, or urlencoded without files. Fields `h:<name>` are headers; fields `v:<name>` are variables of the template, or labels without one.',
        params: MailgunDomain,
        consumes: FORMS,
        body: MailgunMessage,
        response: doorAnswers({ 200: MailgunQueued }, MailgunError),
      },
    },
    async (request) => {
      const { domain } = request.params
      const [first] = await sendOne(door, request, toOwnRequest(request.body, { domain }))
      return { id: `<${first.email}@${domain}>`, message: 'Queued. Thank you.' }
    },
  )
}
