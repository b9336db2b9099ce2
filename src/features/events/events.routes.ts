import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { createListing } from '../../platform/http/replies/listing.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { DEFAULT_LIMIT } from '../../platform/http/replies/paging.schema.ts'
import { countEvents, listEvents, toEvent } from './event-list.queries.ts'
import { countEventNames, listEventNames, readEventNames, toSeenName } from './event-names.queries.ts'
import { createEventSearch } from './event-search.queries.ts'
import type { IsAboutAddress } from './event-search.queries.ts'
import { EventList, EventListQuery, EventNames, EventNamesQuery } from './events.schema.ts'

const tags = ['Events']

export function eventRoutes(
  app: App,
  { secrets }: Deps,
  { isAboutAddress }: { isAboutAddress: IsAboutAddress },
): void {
  const listing = createListing(secrets)
  const withSearch = createEventSearch(isAboutAddress)

  app.get(
    '/events',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'listEvents',
        summary: 'List events',
        description: 'Returns the events of the project, newest first.',
        querystring: EventListQuery,
        response: answers({ 200: EventList }),
      },
    },
    (request) =>
      listing(request, {
        name: 'events',
        page: async (db, page) => listEvents(db, await withSearch(db, page)),
        count: async (db, page) => countEvents(db, await withSearch(db, page)),
        item: toEvent,
      }),
  )

  app.get(
    '/events/names',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'listEventNames',
        summary: 'List event names',
        description:
          'Returns every event name the project has seen, most frequent first, with how often it occurred. With limit or cursor it returns pages, sorted by name.',
        querystring: EventNamesQuery,
        response: answers({ 200: EventNames }),
      },
    },
    async ({ db, projectId, query }) => {
      const { limit = DEFAULT_LIMIT, cursor } = query
      const isPaged = query.limit !== undefined || cursor !== undefined
      const answer = await listing(
        { db, projectId, query: { ...query, limit } },
        {
          name: 'names',
          page: isPaged ? listEventNames : readEventNames,
          count: countEventNames,
          keyOf: ({ name }) => name,
          item: toSeenName,
        },
      )
      return { ...answer, eventNames: answer.names.map(({ name }) => name) }
    },
  )
}
