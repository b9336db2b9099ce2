import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { heavyTurn } from '../../platform/concurrency/heavy-turn.ts'
import { callerSource } from '../../platform/http/access/caller-source.ts'
import type { App } from '../../platform/http/app-types.ts'
import { success } from '../../platform/http/replies/envelope.ts'
import { failureOf } from '../../platform/http/replies/error-reply.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { parseBody } from '../../platform/http/validation/validate-request.ts'
import type { ProjectId } from '../../platform/ids.ts'
import type { SentEmail } from './accept-send.service.ts'
import { throwFirstRefusal } from '../../platform/batch-refusal.ts'
import { BatchAnswer, BatchRequest, SendAnswer, SendRequest } from './send.schema.ts'
import { createSendService } from './send.service.ts'

export function sendRoutes(app: App, deps: Deps): void {
  const { sendEmail, sendBatch } = createSendService(deps)
  const answerOf = (sent: readonly SentEmail[]) =>
    success({ emails: sent.map(toEntry), timestamp: deps.clock.now().toISOString() })

  app.post(
    '/v1/send',
    {
      config: { access: 'send', beginsLate: true, isTraced: true },
      schema: {
        tags: ['Sending'],
        operationId: 'sendEmail',
        summary: 'Send an email',
        description:
          'Sends one email to each recipient. Success means that the emails are stored and will be sent; a suppressed recipient is reported as `SUPPRESSED` and does not fail the request. Either all recipients are accepted or none is. Returns 403 `DOMAIN_NOT_VERIFIED` if the domain of the sender is not verified, 404 `TEMPLATE_NOT_FOUND` if the template does not exist, and 400 `TEMPLATE_SYNTAX` with line and column if `subject` or `body` is not valid Liquid. A header `traceparent` (W3C Trace Context) is kept with the emails, as their `traceId`; one that is not valid is ignored.',
        body: SendRequest,
        response: answers({ 200: SendAnswer }, [404]),
      },
    },
    async (request) => {
      const { late, projectId, body } = request
      const call = { projectId, source: callerSource(request), request: body, trace: request.span?.context }
      return answerOf(await sendEmail(late, call))
    },
  )

  app.post(
    '/v1/send/batch',
    {
      config: { access: 'send', beginsLate: true, isTraced: true },
      schema: {
        tags: ['Sending'],
        operationId: 'sendBatch',
        summary: 'Send up to 100 different emails in one call',
        description:
          'Each email is a body of POST /v1/send and is accepted or refused by itself: the answer is 200 with one result per email, in the order of the request, and an email that is refused does not affect the others. With `allOrNothing` the first email that is refused refuses the call, and the message names it. An Idempotency-Key covers the whole call; send emails that were refused again with a new key. All emails keep the header `traceparent` of the request.',
        body: BatchRequest,
        response: answers({ 200: BatchAnswer }),
      },
    },
    async (request) => {
      const { late, projectId, body } = request
      const read = await Promise.allSettled(body.emails.map((item) => readItem(projectId, item)))
      const { allOrNothing: isAllOrNothing } = body
      if (isAllOrNothing) throwFirstRefusal(read)
      const requests = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      const source = callerSource(request)
      const batch = { projectId, source, requests, trace: request.span?.context, isAllOrNothing }
      const sent = (await sendBatch(late, batch)).values()
      const settled = read.map((one) => (one.status === 'rejected' ? one : sent.next().value))
      return success({ results: settled.map((one) => toResult(one, request)) })
    },
  )

  /** Validates each email in a turn of its own: a hundred at once would block the main thread for too long. */
  async function readItem(projectId: ProjectId, item: unknown): Promise<SendRequest> {
    await heavyTurn(projectId)
    return parseBody(SendRequest, item)
  }

  function toResult(settled: PromiseSettledResult<SentEmail[]> | undefined, request: FastifyRequest) {
    if (settled?.status === 'fulfilled') return answerOf(settled.value)
    return { success: false as const, error: failureOf(settled?.reason, request) }
  }
}

const toEntry = ({ address, email: { id, contact_id: contactId, status, reason }, missing }: SentEmail) => ({
  contact: { id: contactId, email: address },
  email: id,
  status,
  ...(reason !== null && { reason }),
  missing,
})
