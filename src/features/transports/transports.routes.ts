import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { createRateLimiter } from '../../platform/http/access/rate-limit.ts'
import type { App } from '../../platform/http/app-types.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { createListing } from '../../platform/http/replies/listing.ts'
import { idParams, NoContent } from '../../platform/http/replies/paging.schema.ts'
import { createHostGuard } from '../../platform/outgoing/host-guard.ts'
import { testTransport } from './test-transport.service.ts'
import { toTransport } from './transport-view.ts'
import { countTransports, findTransport, listTransports } from './transports.queries.ts'
import {
  Transport,
  TransportCreate,
  TransportList,
  TransportListQuery,
  TransportPatch,
  TransportTest,
} from './transports.schema.ts'
import { addTransport, changeTransport, removeTransport, requireTransport } from './transports.service.ts'

const tags = ['Transports']

// A test takes up to ten seconds, and tells whether a server answers.
const TESTS_PER_MINUTE = 10

export function transportRoutes(app: App, deps: Deps): void {
  const listing = createListing(deps.secrets)
  const limiter = createRateLimiter(deps.database.db)
  const tools = { ...deps, guard: createHostGuard(deps) }

  app.get(
    '/transports',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listTransports',
        summary: 'List transports',
        description:
          'Returns the mail servers of the project, newest first. A project without any sends by the transport of this server.',
        querystring: TransportListQuery,
        response: answers({ 200: TransportList }),
      },
    },
    (request) =>
      listing(request, {
        name: 'transports',
        page: listTransports,
        count: countTransports,
        item: toTransport,
      }),
  )

  app.post(
    '/transports',
    {
      config: { access: 'full', role: 'owner', audit: 'transport.created', beginsLate: true },
      schema: {
        tags,
        operationId: 'createTransport',
        summary: 'Create a transport',
        description:
          'Adds a mail server, or an account at Amazon SES, that takes email of the project. Domains use it once they name it (PATCH /domains/{id}), and all others if it is the default. Check it with POST /transports/{id}/test. Returns 422 if the host leads to a private address.',
        body: TransportCreate,
        response: answers({ 201: Transport }),
      },
    },
    async (request, reply) => {
      const { projectId, body: transport, late } = request
      const row = await addTransport(late, { projectId, transport, tools })
      request.auditTarget = row.id
      return reply.code(201).send(toTransport(row))
    },
  )

  app.get(
    '/transports/:id',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getTransport',
        summary: 'Get a transport',
        description: 'Returns one transport with its state, without its secrets.',
        params: idParams<'transport'>(),
        response: answers({ 200: Transport }, [404]),
      },
    },
    async ({ db, projectId, params }) =>
      toTransport(requireTransport(await findTransport(db, { projectId, transportId: params.id }))),
  )

  app.patch(
    '/transports/:id',
    {
      config: { access: 'full', role: 'owner', audit: 'transport.updated', beginsLate: true },
      schema: {
        tags,
        operationId: 'updateTransport',
        summary: 'Update a transport',
        description:
          'Changes the given fields; within seconds email leaves by the new settings. The type stays. Returns 422 if the server or the user change and the password, or the secret key, is not given again.',
        params: idParams<'transport'>(),
        body: TransportPatch,
        response: answers({ 200: Transport }, [404]),
      },
    },
    async ({ late, projectId, params, body: patch }) =>
      toTransport(await changeTransport(late, { projectId, transportId: params.id, patch, tools })),
  )

  app.post(
    '/transports/:id/test',
    {
      config: { access: 'full', role: 'owner', beginsLate: true },
      schema: {
        tags,
        operationId: 'testTransport',
        summary: 'Test a transport',
        description:
          'Connects to the mail server and signs in, or asks Amazon SES what the account may send, without sending an email. Allowed 10 times per minute.',
        params: idParams<'transport'>(),
        response: answers({ 200: TransportTest }, [404]),
      },
    },
    async ({ db, projectId, params }) => {
      const row = requireTransport(await findTransport(db, { projectId, transportId: params.id }))
      const { isAllowed, retryAfterSeconds } = await limiter.consume(
        `transport-test:${projectId}`,
        TESTS_PER_MINUTE,
      )
      if (!isAllowed) throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds })
      return testTransport(row, tools)
    },
  )

  app.delete(
    '/transports/:id',
    {
      config: { access: 'full', role: 'owner', audit: 'transport.deleted' },
      schema: {
        tags,
        operationId: 'deleteTransport',
        summary: 'Delete a transport',
        description:
          'Deletes the transport with its secrets. Returns 409 `RESOURCE_IN_USE` while a domain names it or email waits for it.',
        params: idParams<'transport'>(),
        response: answers({ 204: NoContent }, [404]),
      },
    },
    async ({ db, projectId, params }, reply) => {
      await removeTransport(db, { projectId, transportId: params.id })
      return reply.code(204).send()
    },
  )
}
