import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { callerSignal } from '../../../platform/http/replies/caller-signal.ts'
import type { Filters } from '../../filters/index.ts'
import type { ContactSegments } from '../contact-segments.ts'
import { MissingFields, MissingFieldsQuery } from './missing.schema.ts'
import { readMissingFields } from './missing.service.ts'

type MissingDependencies = { filters: Filters; segments: ContactSegments }

export function missingFieldRoutes(
  app: App,
  { clock }: Deps,
  { filters, segments }: MissingDependencies,
): void {
  app.post(
    '/contacts/missing',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags: ['Contacts'],
        operationId: 'countMissingFields',
        summary: 'Check for how many contacts fields are missing',
        description:
          'Returns for each field how many contacts have no value for it, so that an email can have a fallback. Counts all contacts, those of a segment, or those that match a filter. Changes nothing. Returns 400 if counting takes more than 5 seconds.',
        body: MissingFieldsQuery,
        response: answers({ 200: MissingFields }, [404]),
      },
    },
    ({ db, projectId, body }, reply) =>
      readMissingFields(db, {
        ...body,
        projectId,
        filters,
        segments,
        now: clock.now(),
        signal: callerSignal(reply),
      }),
  )
}
