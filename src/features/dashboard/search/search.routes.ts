import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { findById, findByText } from './search.queries.ts'
import { SearchQuery, SearchResults } from './search.schema.ts'

export function searchRoutes(app: App): void {
  app.get(
    '/search',
    {
      config: { access: 'read', readsReplica: true, isInternal: true },
      schema: {
        tags: ['Project'],
        operationId: 'search',
        summary: 'Search for records',
        description:
          'Returns up to five records of each kind: contacts whose address begins with the text, and templates, campaigns, segments, workflows and domains whose name contains it. For an id it returns the record with that id, including emails and jobs.',
        querystring: SearchQuery,
        response: answers({ 200: SearchResults }),
      },
    },
    async ({ db, projectId, query: { q } }) => ({
      results: isUuid(q)
        ? await findById(db, { projectId, id: q })
        : await findByText(db, { projectId, text: q }),
    }),
  )
}
