import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { createListing } from '../../platform/http/replies/listing.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { DEFAULT_LIMIT } from '../../platform/http/replies/paging.schema.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { countEvents, listEvents, toEvent } from './event-list.queries.ts'
import type { EventFilter } from './event-list.queries.ts'
import { countEventNames, listEventNames, readEventNames, toSeenName } from './event-names.queries.ts'
import { EventList, EventListQuery, EventNames, EventNamesQuery } from './events.schema.ts'

const tags = ['Events']

type AddressSearch = { projectId: ProjectId; search: string; table: string }

/** `isAboutAddress`: a condition on the rows of a table with contacts; addresses belong to contacts, which know events. */
type EventRouteParts = {
  isAboutAddress: (db: Db | Trx, search: AddressSearch) => Promise<RawBuilder<boolean>>
}

type SearchedFilter = Omit<EventFilter, 'isFound'> & { search?: string | undefined }

export function eventRoutes(app: App, { secrets }: Deps, { isAboutAddress }: EventRouteParts): void {
  const listing = createListing(secrets)

  async function resolveSearch<Asked extends { projectId: ProjectId; filter: SearchedFilter }>(
    db: Db | Trx,
    asked: Asked,
  ): Promise<Asked & { filter: EventFilter }> {
    const { search = '', ...filter } = asked.filter
    if (search.trim() === '') return { ...asked, filter }
    const isFound = await isAboutAddress(db, { projectId: asked.projectId, search, table: 'events' })
    return { ...asked, filter: { ...filter, isFound } }
  }

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
        page: async (db, asked) => listEvents(db, await resolveSearch(db, asked)),
        count: async (db, asked) => countEvents(db, await resolveSearch(db, asked)),
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
