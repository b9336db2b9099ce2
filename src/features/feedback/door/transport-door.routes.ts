// The door for the reports about one transport of a project. Its URL is as secret as a key.
import type { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import type { ProjectId, TransportId } from '../../../platform/ids.ts'
import { findTransport, providerOf, requireTransport } from '../../transports/index.ts'
import type { TransportRef, TransportRow } from '../../transports/index.ts'
import type { DoorRow } from './doors.queries.ts'
import { doorUrl, ensureDoor, readProofs, rotateToken, setProofs } from './doors.service.ts'
import type { ProofName } from './doors.values.ts'
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

export function transportDoorRoutes(app: App, { secrets, clock, publicUrl }: Deps): void {
  const toFeedback = async (
    door: DoorRow,
    transport: TransportRow,
  ): Promise<z.infer<typeof TransportFeedback>> => {
    const provider = providerOf(transport) ?? null
    const url = doorUrl(secrets, { door, publicUrl: await publicUrl.find() })
    return {
      url: provider === null ? url : url.replace('{provider}', provider),
      provider,
      keys: Object.keys(readProofs(secrets, door)) as ProofName[],
      lastReportAt: door.last_report_at?.toISOString() ?? null,
    }
  }

  /** The transport of a request, and the input of the functions for its door. */
  const find = async ({ db, projectId, params }: DoorRequest) => {
    const owner: TransportRef = { projectId, transportId: params.id }
    const transport = requireTransport(await findTransport(db, owner))
    return { owner, transport, parts: { db, secrets, now: clock.now() } }
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
    async (request) => {
      const { owner, transport, parts } = await find(request)
      return toFeedback(await ensureDoor(parts, owner), transport)
    },
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
    async (request) => {
      const { owner, transport, parts } = await find(request)
      const { id } = await ensureDoor(parts, owner)
      const proofs = Object.entries(request.body.keys).map(([name, value]) => [name, value ?? undefined])
      await setProofs(parts, { id, proofs: Object.fromEntries(proofs) as Record<ProofName, string> })
      return toFeedback(await ensureDoor(parts, owner), transport)
    },
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
    async (request) => {
      const { owner, transport, parts } = await find(request)
      const { graceSeconds } = request.body
      return toFeedback(await rotateToken(parts, { graceSeconds, owner }), transport)
    },
  )
}
