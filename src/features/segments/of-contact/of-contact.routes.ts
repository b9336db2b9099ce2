import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { callerSignal } from '../../../platform/http/replies/caller-signal.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import type { Filters } from '../../filters/index.ts'
import { ContactSegmentList } from '../segments.schema.ts'
import { listSegmentsOfContact } from './of-contact.service.ts'

/** Part of segments and not of contacts, which do not know segments. */
export function contactSegmentRoutes(app: App, { clock }: Deps, { filters }: { filters: Filters }): void {
  app.get(
    '/contacts/:id/segments',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Contacts'],
        operationId: 'listContactSegments',
        summary: 'List the segments of a contact',
        description:
          'Returns the segments that the contact is in now, by name. Filters are evaluated for up to 4 seconds; the segments that were not reached, are too slow or refer to a deleted segment are in `unchecked`. `GET /segments/{id}/explain` says why a contact is in one of them.',
        params: idParams<'contact'>(),
        response: answers({ 200: ContactSegmentList }, [404]),
      },
    },
    ({ db, projectId, params }, reply) =>
      listSegmentsOfContact(db, {
        projectId,
        contactId: params.id,
        filters,
        now: clock.now(),
        signal: callerSignal(reply),
      }),
  )
}
