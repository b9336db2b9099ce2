import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import { ContactEngagement, EngagementQuery } from './engagement.schema.ts'
import { readEngagement } from './engagement.service.ts'

export function engagementRoutes(app: App, { clock }: Deps): void {
  app.get(
    '/contacts/:id/engagement',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags: ['Contacts'],
        operationId: 'getContactEngagement',
        summary: 'Get the engagement of a contact',
        description:
          'Returns how many emails were sent to the contact in each of the last 12 months or 26 weeks, and how many it opened and clicked. Opens and clicks are counted as long as events are kept.',
        params: idParams<'contact'>(),
        querystring: EngagementQuery,
        response: answers({ 200: ContactEngagement }, [404]),
      },
    },
    ({ db, projectId, params, query }) =>
      readEngagement(db, { projectId, contactId: params.id, by: query.by, now: clock.now() }),
  )
}
