import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { idParams } from '../../platform/http/replies/paging.schema.ts'
import { ContactBestHour } from './best-hour.schema.ts'
import { readBestHour } from './best-hour.service.ts'

export function bestHourRoutes(app: App, { clock }: Deps): void {
  app.get(
    '/contacts/:id/best-hour',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Contacts'],
        operationId: 'getContactBestHour',
        summary: 'Get the best hour of a contact',
        description:
          'Returns the hour of the day at which the contact usually opens or clicks email, as campaigns with `bestHour` and DELAY steps with `untilBestHour` use it. It is computed from the events of the project; opens and clicks by machines do not count.',
        params: idParams<'contact'>(),
        response: answers({ 200: ContactBestHour }, [404]),
      },
    },
    ({ db, projectId, params }) => readBestHour(db, { projectId, contactId: params.id, now: clock.now() }),
  )
}
