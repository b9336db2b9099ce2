// Requests of one connection take turns with those of others. A client may write requests without waiting for answers, and
// Node hands over all that came in one read at once: thousands, which kept everybody else waiting. So few of a connection
// are answered at a time, the next one begins after the others had a turn, and while some wait nothing more is read.
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

// As many as clients that pipeline on purpose have under way; browsers and HTTP libraries have one.
const AT_ONCE = 10

type Waiting = { request: IncomingMessage; response: ServerResponse }

/** Of one connection. Waiting requests were read completely but for the last, so nobody needs what is not read meanwhile. */
type Line = { underWay: number; waiting: Waiting[] }

/** Calls `handle` for few requests of a connection at a time, in the order in which they came. */
export function inTurns(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>()

  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket)
    if (known) return known
    const line = { underWay: 0, waiting: [] }
    lines.set(socket, line)
    // Node reads on when an answer is done.
    socket.on('resume', () => {
      if (line.waiting.length > 0) socket.pause()
    })
    socket.once('close', () => line.waiting.splice(0))
    return line
  }

  const begin = (line: Line, { request, response }: Waiting) => {
    line.underWay += 1
    response.once('close', () => {
      line.underWay -= 1
      // After the others had a turn.
      if (line.waiting.length > 0) setImmediate(goOn, line, request.socket)
    })
    handle(request, response)
  }

  const goOn = (line: Line, socket: Socket) => {
    const next = line.underWay < AT_ONCE ? line.waiting.shift() : undefined
    if (!next) return
    if (line.waiting.length === 0) socket.resume()
    begin(line, next)
  }

  return (request, response) => {
    const { socket } = request
    const line = lineOf(socket)
    if (line.underWay < AT_ONCE && line.waiting.length === 0) return begin(line, { request, response })
    line.waiting.push({ request, response })
    if (line.waiting.length === 1) socket.pause()
  }
}

type Timeouts = { keepAliveTimeout?: number | undefined; requestTimeout?: number | undefined }

/** The server that Fastify would make, whose connections take turns. */
export function createTurnServer(handle: RequestListener, timeouts: Timeouts): Server {
  const server = createServer({ requireHostHeader: false, ...timeouts }, inTurns(handle))
  // A connection that is silent is ended by the two above.
  server.setTimeout(0)
  return server
}
