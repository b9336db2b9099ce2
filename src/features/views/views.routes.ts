import type { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { createListing } from '../../platform/http/replies/listing.ts'
import { idParams, NoContent } from '../../platform/http/replies/paging.schema.ts'
import { countViews, deleteView, listViews } from './views.queries.ts'
import type { ViewRow } from './views.queries.ts'
import {
  SavedView,
  SavedViewCreate,
  SavedViewList,
  SavedViewListQuery,
  SavedViewPatch,
} from './views.schema.ts'
import { changeView, createView, noView, readView } from './views.service.ts'
import type { ViewedList } from './views.values.ts'

const tags = ['Views']

const toView = (row: ViewRow): z.output<typeof SavedView> => ({
  id: row.id,
  list: row.list as ViewedList,
  name: row.name,
  params: row.params as Record<string, unknown>,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

export function viewRoutes(app: App, { clock, secrets }: Deps): void {
  const listing = createListing(secrets)

  app.get(
    '/views',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listViews',
        summary: 'List saved views',
        description:
          'Returns the views that the project has saved for the lists of the dashboard, newest first.',
        querystring: SavedViewListQuery,
        response: answers({ 200: SavedViewList }),
      },
    },
    (request) => listing(request, { name: 'views', page: listViews, count: countViews, item: toView }),
  )

  app.post(
    '/views',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'createView',
        summary: 'Create a saved view',
        description:
          'Saves search, filters and order of a list under a name, for everybody in the project. Returns 409 if the list has a view with this name, and if the project has 200 views.',
        body: SavedViewCreate,
        response: answers({ 201: SavedView }),
      },
    },
    async ({ db, projectId, body: view }, reply) =>
      reply.code(201).send(toView(await createView(db, { projectId, view, now: clock.now() }))),
  )

  app.get(
    '/views/:id',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getView',
        summary: 'Get a saved view',
        description: 'Returns one view with its name and its parameters.',
        params: idParams<'view'>(),
        response: answers({ 200: SavedView }, [404]),
      },
    },
    async ({ db, projectId, params }) => toView(await readView(db, { projectId, viewId: params.id })),
  )

  app.patch(
    '/views/:id',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'updateView',
        summary: 'Change a saved view',
        description:
          'Changes the given fields. New `params` replace the old ones. The list of a view never changes.',
        params: idParams<'view'>(),
        body: SavedViewPatch,
        response: answers({ 200: SavedView }, [404]),
      },
    },
    async ({ db, projectId, params, body: patch }) =>
      toView(await changeView(db, { projectId, viewId: params.id, patch, now: clock.now() })),
  )

  app.delete(
    '/views/:id',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'deleteView',
        summary: 'Delete a saved view',
        description: 'Deletes the view. The records of its list remain.',
        params: idParams<'view'>(),
        response: answers({ 204: NoContent }, [404]),
      },
    },
    async ({ db, projectId, params }, reply) => {
      if (!(await deleteView(db, { projectId, viewId: params.id }))) throw noView()
      return reply.code(204).send()
    },
  )
}
