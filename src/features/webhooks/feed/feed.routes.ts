import type { Deps } from '../../../platform/deps.ts'
import { AppError, invalidFields } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { callerSignal } from '../../../platform/http/replies/caller-signal.ts'
import { createCursors } from '../../../platform/http/replies/cursors.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { describeUnknownEvents } from '../endpoints/webhooks.service.ts'
import { createFeedWatch } from './feed-watch.service.ts'
import { ListenAnswer, ListenQuery } from './feed.schema.ts'
import { feedSecret, listen, placeOfText, signFeedEvent, textOfPlace } from './feed.service.ts'

const LIST = 'webhook feed'

// More than a team has terminals open. Counted per node; each waiting request holds a socket and a few kB.
const MOST_WAITING = 20

export function feedRoutes(app: App, deps: Deps): void {
  const watch = createFeedWatch(deps)
  const cursors = createCursors(deps.secrets)
  const takeRoom = createRoom()
  // A stopping node answers those who wait, because they would hold up its end for a minute.
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())

  app.get(
    '/webhooks/listen',
    {
      config: { access: 'full' },
      schema: {
        tags: ['Webhooks'],
        operationId: 'listenToEvents',
        summary: 'Listen to events',
        description:
          'Returns events as they happen, without a webhook, for local development: call it in a loop with the `cursor` of the previous answer, and send each delivery on to your program, or let `npx lettermill webhooks listen` do so. It waits until there is an event, at the latest for `timeout` seconds. Events are kept from the first call on, until nobody has called for ten minutes. Needs a key with the scope full. Returns 429 if 20 requests of the project are waiting.',
        querystring: ListenQuery,
        response: answers({ 200: ListenAnswer }),
      },
    },
    async ({ projectId, query: { after, types, timeout } }, reply) => {
      const unknown = describeUnknownEvents(types, () => 'types')
      if (unknown.length > 0) throw invalidFields(...unknown)
      const text = cursors.decode(LIST, projectId, after)
      const leaveRoom = takeRoom(projectId)
      try {
        const { events, next, hasMissed } = await listen(
          { ...deps, watch },
          {
            projectId,
            names: types,
            after: text === undefined ? undefined : placeOfText(text),
            timeoutMs: timeout * 1000,
            signal: AbortSignal.any([stopping.signal, callerSignal(reply)]),
          },
        )
        const secret = feedSecret(deps.secrets, { projectId })
        const now = deps.clock.now()
        return {
          deliveries: events.map((event) => signFeedEvent(event, { secret, now })),
          cursor: cursors.encode(LIST, projectId, textOfPlace(next)),
          missed: hasMissed,
          secret,
        }
      } finally {
        leaveRoom()
      }
    },
  )
}

/** Counts the waiting requests of each project. */
function createRoom(): (projectId: ProjectId) => () => void {
  const waiting = new Map<ProjectId, number>()
  const add = (projectId: ProjectId, change: number) => {
    const count = (waiting.get(projectId) ?? 0) + change
    if (count > 0) waiting.set(projectId, count)
    else waiting.delete(projectId)
  }
  return (projectId) => {
    if ((waiting.get(projectId) ?? 0) >= MOST_WAITING) throw tooMany()
    add(projectId, 1)
    return () => add(projectId, -1)
  }
}

const tooMany = () =>
  new AppError('RATE_LIMIT_EXCEEDED', {
    message: `${MOST_WAITING} requests of the project are already waiting for events, which is the maximum.`,
    suggestion: 'Stop some listeners, such as terminals with `npx lettermill webhooks listen`.',
    retryAfterSeconds: 10,
  })
