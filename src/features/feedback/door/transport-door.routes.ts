// The door for the reports about one transport of a project. Its URL is as secret as a key.
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { createRateLimiter } from '../../../platform/http/access/rate-limit.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import type { ProjectId, TransportId } from '../../../platform/ids.ts'
import { findTransport, providerOf, requireTransport } from '../../transports/index.ts'
import type { TransportRef } from '../../transports/index.ts'
import { createDoorCalls } from './door-calls.service.ts'
import type { DoorTransport } from './door-calls.service.ts'
import { FeedbackProve } from './probes/probes.schema.ts'
import {
  TransportFeedback,
  TransportFeedbackPatch,
  TransportFeedbackRotate,
} from './transport-door.schema.ts'

const tags = ['Transports']

type DoorRequest = {
  db: Parameters<typeof findTransport>[0]
  projectId: ProjectId
  params: { id: TransportId }
}

// A proof sends real email, and its reports take seconds.
const PROOFS_PER_MINUTE = 5

export function transportDoorRoutes(app: App, deps: Deps): void {
  const calls = createDoorCalls(deps)
  const limiter = createRateLimiter(deps.database.db)

  const find = async ({ db, projectId, params }: DoorRequest): Promise<DoorTransport> => {
    const owner: TransportRef = { projectId, transportId: params.id }
    const transport = requireTransport(await findTransport(db, owner))
    return { owner, routeId: transport.route_id, provider: providerOf(transport) ?? null }
  }

  app.get(
    '/transports/:id/feedback',
    {
      config: { access: 'full', role: 'owner' },
      schema: {
        tags,
        operationId: 'getTransportFeedback',
        summary: 'Get the feedback URL of a transport',
        description:
          'Returns the URL at which the provider of the transport reports deliveries, bounces and complaints. docs/providers.md says where each provider takes it.',
        params: idParams<'transport'>(),
        response: answers({ 200: TransportFeedback }, [404]),
      },
    },
    async (request) => calls.read(request.db, await find(request)),
  )

  app.patch(
    '/transports/:id/feedback',
    {
      config: { access: 'full', role: 'owner', audit: 'transport.feedback-changed' },
      schema: {
        tags,
        operationId: 'updateTransportFeedback',
        summary: 'Update the keys of a feedback URL',
        description: 'Sets or removes the keys by which the provider proves its reports.',
        params: idParams<'transport'>(),
        body: TransportFeedbackPatch,
        response: answers({ 200: TransportFeedback }, [404]),
      },
    },
    async (request) => calls.changeKeys(request.db, { of: await find(request), change: request.body.keys }),
  )

  app.post(
    '/transports/:id/feedback/rotate',
    {
      config: {
        access: 'full',
        role: 'owner',
        audit: 'transport.feedback-rotated',
        secretFields: ['url'],
      },
      schema: {
        tags,
        operationId: 'rotateTransportFeedback',
        summary: 'Rotate the feedback URL of a transport',
        description: 'Creates a new URL. The URL before it works until the grace period ends.',
        params: idParams<'transport'>(),
        body: TransportFeedbackRotate,
        response: answers({ 200: TransportFeedback }, [404]),
      },
    },
    async (request) => calls.rotate(request.db, { of: await find(request), change: request.body }),
  )

  app.post(
    '/transports/:id/feedback/prove',
    {
      config: { access: 'full', role: 'owner', audit: 'transport.feedback-proved' },
      schema: {
        tags,
        operationId: 'proveTransportFeedback',
        summary: 'Test the feedback URL of a transport',
        description:
          'Sends emails by the transport to the addresses at which its provider simulates a delivery, a bounce and a complaint, as far as it does, or else one email to a person. GET /transports/{id}/feedback shows when each report came back, or what to check. These emails count nowhere. Returns 422 if no verified domain uses the transport. Allowed 5 times per minute.',
        params: idParams<'transport'>(),
        body: FeedbackProve,
        response: answers({ 200: TransportFeedback }, [404]),
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
