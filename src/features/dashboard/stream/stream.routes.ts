// Live updates for the dashboard, as server-sent events: only the names of what changed. The page then asks for what it
// shows, by the usual calls and with the usual permissions.
import { PassThrough } from 'node:stream'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { createChangeWatch } from './change-watch.service.ts'
import { EventStream, StreamQuery } from './stream.schema.ts'

// Each open stream holds a socket and a few kB. Who gets none asks now and then instead.
const MOST_STREAMS = 500

// As many tabs as somebody has open.
const MOST_PER_PERSON = 10

// Proxies close a connection on which nothing comes for a minute.
const BEAT_MS = 20_000

// Then the browser connects again, and its session and role are checked again.
const LIFETIME_MS = 5 * 60_000

const RECONNECT_MS = 3_000

export function streamRoutes(app: App, deps: Deps): void {
  const changes = createChangeWatch(deps)
  const open = new Map<PassThrough, string>()
  // A stop does not wait for streams, which would end by themselves only after minutes.
  app.addHook('preClose', async () => {
    for (const stream of open.keys()) stream.end()
  })

  const checkRoom = (person: string) => {
    const own = [...open.values()].filter((one) => one === person).length
    if (open.size < MOST_STREAMS && own < MOST_PER_PERSON) return
    throw new AppError('RATE_LIMIT_EXCEEDED', {
      message: 'Too many live connections are open.',
      suggestion: 'Close some tabs; pages without live updates ask now and then instead.',
      retryAfterSeconds: 60,
    })
  }

  app.get(
    '/stream',
    {
      config: { access: 'member', role: 'viewer', projectInQuery: true },
      schema: {
        tags: ['Project'],
        operationId: 'streamChanges',
        summary: 'Get live updates',
        description:
          'Server-sent events that name what has changed in the project: `emails`, `contacts`, `events`, `imports`, `campaigns`, `workflows` or `domains`, about two seconds later. Load what you show when the stream opens, and again when it is named. The stream ends after 5 minutes; an EventSource connects again by itself.',
        querystring: StreamQuery,
        response: answers({ 200: { content: { 'text/event-stream': { schema: EventStream } } } }),
      },
    },
    (request, reply) => {
      const person = request.user?.id ?? ''
      checkRoom(person)
      const stream = new PassThrough()
      open.set(stream, person)
      const end = changes.watch(request.projectId, (topics) =>
        stream.write(`event: changed\ndata: ${JSON.stringify({ topics })}\n\n`),
      )
      const beat = setInterval(() => stream.write(': still here\n\n'), BEAT_MS)
      const stop = setTimeout(() => stream.end(), LIFETIME_MS)
      stream.once('close', () => {
        clearInterval(beat)
        clearTimeout(stop)
        end()
        open.delete(stream)
      })
      reply.raw.once('close', () => stream.destroy())
      stream.write(`retry: ${RECONNECT_MS}\n\n`)
      // The connection ends with the stream: kept alive, it would hold up a stop.
      const headers = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no', connection: 'close' }
      return reply.headers(headers).send(stream)
    },
  )
}
