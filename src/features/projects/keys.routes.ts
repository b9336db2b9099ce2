import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app-types.ts'
import { actorOf } from '../../platform/http/access/audit.ts'
import { createListing } from '../../platform/http/replies/listing.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { idParams, NoContent } from '../../platform/http/replies/paging.schema.ts'
import { nameKey } from '../../platform/record-key.ts'
import { countKeys, listKeys, revokeKey, toKey } from './keys.queries.ts'
import {
  KeyCreate,
  KeyList,
  KeyListQuery,
  KeyRevokeQuery,
  KeyRotate,
  NewKey,
  RotatedKey,
} from './keys.schema.ts'
import { createKey, rotateKey } from './keys.service.ts'

/** Scripts that clean up keys would lock themselves out. Any other full key can revoke it without confirmation. */
const OWN_KEY = [
  'RESOURCE_IN_USE',
  {
    message: 'This request uses the key that it would revoke.',
    suggestion: 'Revoke it with another key, or add ?confirm=true to the request to end your own access.',
  },
] as const

export function keyRoutes(app: App, { clock, secrets }: Deps): void {
  const listing = createListing(secrets)

  app.get(
    '/keys',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Keys'],
        operationId: 'listKeys',
        summary: 'List API keys',
        description:
          'Returns the keys of the project, newest first unless `sort` says otherwise, without their full text.',
        querystring: KeyListQuery,
        response: answers({ 200: KeyList }),
      },
    },
    (request) =>
      listing(request, {
        name: 'keys',
        page: listKeys,
        count: countKeys,
        keyOf: (row) => nameKey(request.query.sort, row),
        item: toKey,
      }),
  )

  app.post(
    '/keys',
    {
      config: { access: 'full', role: 'admin', audit: 'key.created', secretFields: ['key'] },
      schema: {
        tags: ['Keys'],
        operationId: 'createKey',
        summary: 'Create an API key',
        description: 'Creates a key. Only this response contains its full text, so store it.',
        body: KeyCreate,
        response: answers({ 201: NewKey }),
      },
    },
    async (request, reply) => {
      const { row, text } = await createKey(request.db, {
        ...request.body,
        projectId: request.projectId,
        now: clock.now(),
        createdBy: actorOf(request)?.name,
      })
      request.auditTarget = row.name
      return reply.code(201).send({ ...toKey(row), key: text })
    },
  )

  app.post(
    '/keys/:id/rotate',
    {
      config: { access: 'full', role: 'admin', audit: 'key.rotated', secretFields: ['key'] },
      schema: {
        tags: ['Keys'],
        operationId: 'rotateKey',
        summary: 'Rotate an API key',
        description:
          'Creates a new key with the same name, kind and scopes; the old key keeps working for a grace period. If the old key had an expiry date, the new one gets the same lifetime, counted from now: a key created for 90 days is replaced by one that expires in 90 days. Returns 400 if the key has already expired.',
        params: idParams<'key'>(),
        body: KeyRotate,
        response: answers({ 201: RotatedKey }, [404]),
      },
    },
    async (request, reply) => {
      const keyId = request.params.id
      const { row, text, replaced } = await rotateKey(request.db, {
        ...request.body,
        projectId: request.projectId,
        keyId,
        now: clock.now(),
        createdBy: actorOf(request)?.name,
      })
      request.auditTarget = row.name
      return reply.code(201).send({
        ...toKey(row),
        key: text,
        replaces: { id: replaced.id, expiresAt: replaced.expiresAt.toISOString() },
      })
    },
  )

  app.delete(
    '/keys/:id',
    {
      config: { access: 'full', role: 'admin', audit: 'key.revoked' },
      schema: {
        tags: ['Keys'],
        operationId: 'revokeKey',
        summary: 'Revoke an API key',
        description:
          'The key stops working immediately. Returns 409 if the request uses the key that it would revoke; add `confirm=true` to revoke it anyway.',
        params: idParams<'key'>(),
        querystring: KeyRevokeQuery,
        response: answers({ 204: NoContent }, [404]),
      },
    },
    async ({ params, key, query, db, projectId }, reply) => {
      const keyId = params.id
      if (keyId === key?.id && query.confirm !== true) throw new AppError(...OWN_KEY)
      const isRevoked = await revokeKey(db, { projectId, keyId, now: clock.now() })
      if (!isRevoked) throw new AppError('RESOURCE_NOT_FOUND', { message: 'There is no such key.' })
      return reply.code(204).send()
    },
  )
}
