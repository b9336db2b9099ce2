// The calls about a feedback URL: the same for that of a transport and that of the server. The URL is as secret as a key.
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { createRateLimiter } from '../../../platform/http/access/rate-limit.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import { createDoorCalls } from './door-calls.service.ts'
import type { DoorTransport } from './door-calls.service.ts'
import { FeedbackProve } from './probes/probes.schema.ts'
import {
  TransportFeedback,
  TransportFeedbackPatch,
  TransportFeedbackRotate,
} from './transport-door.schema.ts'

// A proof sends real email, and its reports take seconds.
const PROOFS_PER_MINUTE = 5

export type DoorSettings = {
  path: `/${string}/feedback`
  config: Pick<FastifyContextConfig, 'access' | 'role'>
  tag: string
  /** Begins the names of its actions in the audit log. */
  subject: 'transport' | 'instance'
  /** Part of the names of the operations. */
  name: 'Transport' | 'Instance'
  /** Its name in sentences. */
  owner: string
  /** @throws AppError if there is none, or the caller may not see it */
  find: (request: FastifyRequest) => Promise<DoorTransport>
}

export function doorSettingsRoutes(app: App, deps: Deps, settings: DoorSettings): void {
  const { path, config, subject, name, owner, find } = settings
  const calls = createDoorCalls(deps)
  const limiter = createRateLimiter(deps.database.db)
  const shared = { tags: [settings.tag], ...(path.includes(':id') && { params: idParams<'transport'>() }) }
  const response = answers({ 200: TransportFeedback }, [404])

  app.get(
    path,
    {
      config,
      schema: {
        ...shared,
        operationId: `get${name}Feedback`,
        summary: `Get the feedback URL of ${owner}`,
        description: `Returns the URL at which the provider of ${owner} reports deliveries, bounces and complaints. docs/providers.md says where each provider takes it.`,
        response,
      },
    },
    async (request) => calls.read(request.db, await find(request)),
  )

  app.patch(
    path,
    {
      config: { ...config, audit: `${subject}.feedback-changed` },
      schema: {
        ...shared,
        operationId: `update${name}Feedback`,
        summary: `Update the keys of the feedback URL of ${owner}`,
        description: 'Sets or removes the keys by which the provider proves its reports.',
        body: TransportFeedbackPatch,
        response,
      },
    },
    async (request) => calls.changeKeys(request.db, { of: await find(request), change: request.body.keys }),
  )

  app.post(
    `${path}/rotate`,
    {
      config: { ...config, audit: `${subject}.feedback-rotated`, secretFields: ['url'] },
      schema: {
        ...shared,
        operationId: `rotate${name}Feedback`,
        summary: `Rotate the feedback URL of ${owner}`,
        description: 'Creates a new URL. The URL before it works until the grace period ends.',
        body: TransportFeedbackRotate,
        response,
      },
    },
    async (request) => calls.rotate(request.db, { of: await find(request), change: request.body }),
  )

  app.post(
    `${path}/prove`,
    {
      config: { ...config, audit: `${subject}.feedback-proved` },
      schema: {
        ...shared,
        operationId: `prove${name}Feedback`,
        summary: `Test the feedback URL of ${owner}`,
        description: `Sends emails by the transport to the addresses at which its provider simulates a delivery, a bounce and a complaint, as far as it does, or else one email to a person. GET ${path.replace(':id', '{id}')} shows when each report came back, or what to check. These emails count nowhere. Returns 422 if no verified domain uses the transport. Allowed 5 times per minute.`,
        body: FeedbackProve,
        response,
      },
    },
    async (request) => {
      const of = await find(request)
      const { projectId, user, body } = request
      const { isAllowed, retryAfterSeconds } = await limiter.consume(
        `feedback-proof:${projectId}`,
        PROOFS_PER_MINUTE,
      )
      if (!isAllowed) throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds })
      return calls.prove(request.db, { of, change: { projectId, request: body, person: user?.email } })
    },
  )
}
