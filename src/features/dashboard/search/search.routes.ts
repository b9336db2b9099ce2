import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { findById, findByText } from './search.queries.ts'
import { SearchQuery, SearchResults } from './search.schema.ts'

export function searchRoutes(app: App): void {
  app.get(
    '/search',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Project'],
        operationId: 'search',
        summary: 'List what matches a name, an address or an id',
        description:
          'Returns up to five of each kind: contacts whose address begins with the text, and templates, campaigns, segments, workflows and domains whose name contains it. An id finds the record that has it, emails and jobs included.',
        querystring: SearchQuery,
        response: answers({ 200: SearchResults }, [422]),
      },
    },
    async ({ db, projectId, query: { q } }) => ({
      results: isUuid(q)
        ? await findById(db, { projectId, id: q })
        : await findByText(db, { projectId, text: q }),
    }),
  )
}
