import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { createListing } from '../../platform/http/replies/listing.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { countEvents, listEvents, readEventNames, toEvent } from './event-list.queries.ts'
import { EventList, EventListQuery, EventNames } from './events.schema.ts'

const tags = ['Events']

export function eventRoutes(app: App, { secrets }: Deps): void {
  const listing = createListing(secrets)

  app.get(
    '/events',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listEvents',
        summary: 'List events',
        description: 'Returns the events of the project, newest first.',
        querystring: EventListQuery,
        response: answers({ 200: EventList }, [400, 422]),
      },
    },
    (request) =>
      listing(request, {
        name: 'events',
        page: (asked) => listEvents(request.db, asked),
        count: (asked) => countEvents(request.db, asked),
        item: toEvent,
      }),
  )

  app.get(
    '/events/names',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listEventNames',
        summary: 'List event names',
        description:
          'Returns every event name the project has seen, most frequent first, with how often it occurred.',
        response: answers({ 200: EventNames }),
      },
    },
    async (request) => {
      const seen = await readEventNames(request.db, { projectId: request.projectId })
      return {
        names: seen.map(({ lastSeenAt, ...rest }) => ({ ...rest, lastSeenAt: lastSeenAt.toISOString() })),
        eventNames: seen.map(({ name }) => name),
      }
    },
  )
}
