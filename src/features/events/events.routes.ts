import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { createCursors } from '../../platform/http/replies/cursors.ts'
import { list } from '../../platform/http/replies/envelope.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { countEvents, listEvents, readEventNames, toEvent } from './event-list.queries.ts'
import { EventList, EventListQuery, EventNames } from './events.schema.ts'

const tags = ['Events']

export function eventRoutes(app: App, { secrets }: Deps): void {
  const cursors = createCursors(secrets)

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
    async (request) => {
      const { db, projectId } = request
      const { limit, cursor, total: isTotalWanted, ...filter } = request.query
      const before = cursors.decode('events', projectId, cursor)
      const page = await listEvents(db, { projectId, filter, limit, before })
      const total = isTotalWanted ? await countEvents(db, { projectId, filter }) : null
      return list('events', {
        page,
        total,
        item: toEvent,
        cursorOf: (row) => cursors.encode('events', projectId, row.id),
      })
    },
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
