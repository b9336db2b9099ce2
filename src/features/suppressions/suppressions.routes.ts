import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { createListing } from '../../platform/http/replies/listing.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { idParams, NoContent } from '../../platform/http/replies/paging.schema.ts'
import {
  countSuppressions,
  findSuppression,
  listSuppressions,
  suppressionSortColumn,
  toSuppression,
} from './suppressions.queries.ts'
import {
  Suppression,
  SuppressionCreate,
  SuppressionList,
  SuppressionListQuery,
} from './suppressions.schema.ts'
import { addSuppression, suppressionNotFound, removeSuppression } from './suppressions.service.ts'

const tags = ['Suppressions']

export function suppressionRoutes(app: App, { clock, secrets }: Deps): void {
  const listing = createListing(secrets)

  app.get(
    '/suppressions',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'listSuppressions',
        summary: 'List suppressed addresses',
        description: 'Returns the suppressions of the project, newest first unless `sort` says otherwise.',
        querystring: SuppressionListQuery,
        response: answers({ 200: SuppressionList }),
      },
    },
    (request) =>
      listing(request, {
        name: 'suppressions',
        page: listSuppressions,
        count: countSuppressions,
        keyOf: (row) => row[suppressionSortColumn(request.query.sort)],
        item: toSuppression,
      }),
  )

  app.post(
    '/suppressions',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'createSuppression',
        summary: 'Suppress an address',
        description:
          'Stops all email of this project to the address. Returns 201 if the suppression is new, and 200 if the address was already suppressed.',
        body: SuppressionCreate,
        response: answers({ 200: Suppression, 201: Suppression }),
      },
    },
    async ({ db, body, projectId }, reply) => {
      const { row, isNew } = await addSuppression(db, { ...body, projectId, now: clock.now() })
      return reply.code(isNew ? 201 : 200).send(toSuppression(row))
    },
  )

  app.get(
    '/suppressions/:id',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getSuppression',
        summary: 'Get a suppression',
        description: 'Returns one suppression.',
        params: idParams<'suppression'>(),
        response: answers({ 200: Suppression }, [404]),
      },
    },
    async ({ db, projectId, params }) => {
      const row = await findSuppression(db, { projectId, suppressionId: params.id })
      if (!row) throw suppressionNotFound()
      return toSuppression(row)
    },
  )

  app.delete(
    '/suppressions/:id',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'deleteSuppression',
        summary: 'Delete a suppression',
        description: 'The address can receive email from this project again.',
        params: idParams<'suppression'>(),
        response: answers({ 204: NoContent }, [404]),
      },
    },
    async ({ db, projectId, params }, reply) => {
      await removeSuppression(db, { projectId, suppressionId: params.id })
      return reply.code(204).send()
    },
  )
}
