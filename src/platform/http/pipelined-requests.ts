// Requests of one connection take turns with those of others. A client may send requests without waiting for responses, and
// Node emits all requests of one read at once: thousands, which delayed everyone else. So few requests of a connection run
// at a time, the next one starts after others had a turn, and while some wait nothing more is read.
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

// As many as clients that pipeline on purpose have in flight; browsers and HTTP libraries have one.
const AT_ONCE = 10

type QueuedRequest = { request: IncomingMessage; response: ServerResponse }

/** The requests of one connection. All waiting requests but the last were read completely, so reading can pause. */
type ConnectionQueue = { running: number; waiting: QueuedRequest[] }

/** Calls `handle` for a few requests of a connection at a time, in order of arrival. */
export function inTurns(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, ConnectionQueue>()

  const queueOf = (socket: Socket): ConnectionQueue => {
    const known = lines.get(socket)
    if (known) return known
    const queue = { running: 0, waiting: [] }
    lines.set(socket, queue)
    // Node resumes reading when a response is done.
    socket.on('resume', () => {
      if (queue.waiting.length > 0) socket.pause()
    })
    socket.once('close', () => queue.waiting.splice(0))
    return queue
  }

  const start = (queue: ConnectionQueue, { request, response }: QueuedRequest) => {
    queue.running += 1
    response.once('close', () => {
      queue.running -= 1
      // After the others had a turn.
      if (queue.waiting.length > 0) setImmediate(startNext, queue, request.socket)
    })
    handle(request, response)
  }

  const startNext = (queue: ConnectionQueue, socket: Socket) => {
    const next = queue.running < AT_ONCE ? queue.waiting.shift() : undefined
    if (!next) return
    if (queue.waiting.length === 0) socket.resume()
    start(queue, next)
  }

  return (request, response) => {
    const { socket } = request
    const queue = queueOf(socket)
    if (queue.running < AT_ONCE && queue.waiting.length === 0) return start(queue, { request, response })
    queue.waiting.push({ request, response })
    if (queue.waiting.length === 1) socket.pause()
  }
}

type Timeouts = { keepAliveTimeout?: number | undefined; requestTimeout?: number | undefined }

/** The server that Fastify would create, with connections that take turns. */
export function createTurnTakingServer(handle: RequestListener, timeouts: Timeouts): Server {
  const server = createServer({ requireHostHeader: false, ...timeouts }, inTurns(handle))
  // The two timeouts above end an idle connection.
  server.setTimeout(0)
  return server
}
