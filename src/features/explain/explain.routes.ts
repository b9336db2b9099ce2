import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import type { Filters } from '../filters/index.ts'
import type { Explainers } from './explain.service.ts'
import { ExplainQuery, Explanation } from './explain.schema.ts'
import { explain } from './explain.service.ts'

export function explainRoutes(
  app: App,
  { config, clock, database }: Deps,
  parts: Explainers & { filters: Filters },
): void {
  app.get(
    '/explain',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Emails'],
        operationId: 'explainEmail',
        summary: 'Explain why a contact would get an email, or not',
        description:
          'Asks every gate that delivery asks about one contact and one campaign, workflow, template or topic, and returns their answers. `would` is true if the email would be sent now. A campaign that is a draft is judged as if it were sent now, a template as if it were sent by `POST /v1/send`. If a workflow has several emails, a gate that stops one of them does not pass. Changes nothing.',
        querystring: ExplainQuery,
        response: answers({ 200: Explanation }, [404]),
      },
    },
    ({ projectId, query }) => explain(database.db, { config, clock, ...parts }, { projectId, query }),
  )
}
