// Live updates for the dashboard, as server-sent events with the changed topics only. The page then loads its data with the
// usual requests and permissions.
import { PassThrough } from 'node:stream'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { createChangeWatch } from './change-watch.service.ts'
import { EventStream, StreamQuery } from './stream.schema.ts'

// Each open stream holds a socket and a few kB. Pages without a stream poll instead.
const MOST_STREAMS = 500

// One per open tab.
const MOST_PER_USER = 10

// Proxies close a connection that is idle for a minute.
const HEARTBEAT_MS = 20_000

// Then the browser reconnects, which checks its session and role again.
const LIFETIME_MS = 5 * 60_000

const RECONNECT_MS = 3_000

export function streamRoutes(app: App, deps: Deps): void {
  const changes = createChangeWatch(deps)
  const open = new Map<PassThrough, string>()
  // A stopping node ends its streams, because they would last for minutes.
  app.addHook('preClose', async () => {
    for (const stream of open.keys()) stream.end()
  })

  const checkRoom = (userId: string) => {
    const own = [...open.values()].filter((one) => one === userId).length
    if (open.size < MOST_STREAMS && own < MOST_PER_USER) return
    throw new AppError('RATE_LIMIT_EXCEEDED', {
      message: 'Too many live connections are open.',
      suggestion: 'Close some tabs. Pages without live updates poll instead.',
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
          'Returns server-sent events with the topics that changed in the project, after about two seconds: `emails`, `contacts`, `events`, `imports`, `campaigns`, `workflows` or `domains`. Load your data when the stream opens, and again when its topic changes. The stream ends after 5 minutes; an EventSource reconnects automatically.',
        querystring: StreamQuery,
        response: answers({ 200: { content: { 'text/event-stream': { schema: EventStream } } } }),
      },
    },
    ({ user, projectId }, reply) => {
      const userId = user?.id ?? ''
      checkRoom(userId)
      const stream = new PassThrough()
      open.set(stream, userId)
      const end = changes.watch(projectId, (topics) =>
        stream.write(`event: changed\ndata: ${JSON.stringify({ topics })}\n\n`),
      )
      const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MS)
      const stop = setTimeout(() => stream.end(), LIFETIME_MS)
      stream.once('close', () => {
        clearInterval(heartbeat)
        clearTimeout(stop)
        end()
        open.delete(stream)
      })
      reply.raw.once('close', () => stream.destroy())
      stream.write(`retry: ${RECONNECT_MS}\n\n`)
      // A kept-alive connection would delay the stop of a node.
      const headers = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no', connection: 'close' }
      return reply.headers(headers).send(stream)
    },
  )
}
