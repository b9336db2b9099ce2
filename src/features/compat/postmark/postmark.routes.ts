import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { parseBody } from '../../../platform/http/validation/validate-request.ts'
import { doorAnswers } from '../door-answers.ts'
import type { Door } from '../door.ts'
import { sendEach, sendOne } from '../send-through.ts'
import type { OwnRequest } from '../send-through.ts'
import { strictEmail, toOwnRequest, toOwnTemplateRequest, toPostmarkResult } from './postmark-email.ts'
import { toPostmarkError } from './postmark-provider.ts'
import {
  PostmarkBatch,
  PostmarkEmail,
  PostmarkError,
  PostmarkResults,
  PostmarkSent,
  PostmarkTemplateBatch,
  PostmarkTemplateEmail,
} from './postmark.schema.ts'

type Email = PostmarkEmail | PostmarkTemplateEmail
type Item = { email: Email; own: OwnRequest }

const readEmail = (item: unknown): Item => {
  const email = parseBody(PostmarkEmail, item, strictEmail)
  return { email, own: toOwnRequest(email) }
}

const readTemplateEmail = (item: unknown): Item => {
  const email = parseBody(PostmarkTemplateEmail, item, strictEmail)
  return { email, own: toOwnTemplateRequest(email) }
}

const UNPROCESSABLE = 422

export function postmarkRoutes(app: App, { door, clock }: { door: Door; clock: Clock }): void {
  const { path } = door.provider
  const one = door.optionsFor('sendEmail', strictEmail)
  const many = door.optionsFor('sendBatch')

  app.post(
    `${path}/email`,
    {
      ...one,
      schema: {
        tags: ['Compatibility'],
        operationId: 'postmarkSendEmail',
        summary: 'Send an email in the form of Postmark',
        description:
          'Takes the body that the client of Postmark sends, and sends it as POST /v1/send does. If every recipient is suppressed, the answer is 422 with the code 406, as Postmark answers for inactive recipients.',
        body: PostmarkEmail,
        response: doorAnswers({ 200: PostmarkSent }, PostmarkError),
      },
    },
    (request, reply) => send({ request, reply }, { email: request.body, own: toOwnRequest(request.body) }),
  )

  app.post(
    `${path}/email/withTemplate`,
    {
      ...one,
      schema: {
        tags: ['Compatibility'],
        operationId: 'postmarkSendTemplate',
        summary: 'Send a template in the form of Postmark',
        description: 'Sends a template of Lettermill, by its alias or id, with values for its variables.',
        body: PostmarkTemplateEmail,
        response: doorAnswers({ 200: PostmarkSent }, PostmarkError),
      },
    },
    (request, reply) =>
      send({ request, reply }, { email: request.body, own: toOwnTemplateRequest(request.body) }),
  )

  app.post(
    `${path}/email/batch`,
    {
      ...many,
      schema: {
        tags: ['Compatibility'],
        operationId: 'postmarkSendBatch',
        summary: 'Send a batch in the form of Postmark',
        description: 'Up to 100 bodies of POST /email. Each is sent or refused by itself.',
        body: PostmarkBatch,
        response: doorAnswers({ 200: PostmarkResults }, PostmarkError),
      },
    },
    (request) => sendAll(request, { items: request.body, read: readEmail }),
  )

  app.post(
    `${path}/email/batchWithTemplates`,
    {
      ...many,
      schema: {
        tags: ['Compatibility'],
        operationId: 'postmarkSendTemplates',
        summary: 'Send a batch of templates in the form of Postmark',
        description: 'Up to 100 bodies of POST /email/withTemplate. Each is sent or refused by itself.',
        body: PostmarkTemplateBatch,
        response: doorAnswers({ 200: PostmarkResults }, PostmarkError),
      },
    },
    (request) => sendAll(request, { items: request.body.Messages, read: readTemplateEmail }),
  )

  async function send(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    { email, own }: Item,
  ): Promise<PostmarkSent> {
    const entries = await sendOne(door, request, own)
    const result = toPostmarkResult(email, { entries, now: clock.now() })
    if (result.ErrorCode !== 0) reply.code(UNPROCESSABLE)
    return result as PostmarkSent
  }

  async function sendAll(
    request: FastifyRequest,
    { items, read }: { items: readonly unknown[]; read: (item: unknown) => Item },
  ) {
    const emails: (Email | undefined)[] = []
    const toOwn = (item: unknown, index: number): OwnRequest => {
      const { email, own } = read(item)
      emails[index] = email
      return own
    }
    const results = await sendEach(door, request, { items, toOwn, isAllOrNothing: false })
    return results.map((result, index) => {
      const email = emails[index]
      if ('error' in result) return toPostmarkError(result.error)
      if (!email) throw new Error('an email that was sent has been read')
      return toPostmarkResult(email, { entries: result.entries, now: clock.now() })
    })
  }
}
