// Links of a project that has moved lead to its new installation: a browser is redirected, and a form is handed on, because
// mailbox providers do not follow redirects of one-click unsubscribe (RFC 8058, section 3.1).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { DepartedProjectError } from '../../secrets/departed-project.ts'
import type { createErrorReply } from './error-reply.ts'

// The other installation has the same limits; the caller is waiting.
const TIMEOUT_MS = 10_000
// A form of a public page has a few fields.
const MOST_BODY_CHARACTERS = 64_000
const MOST_ANSWER_BYTES = 1_048_576

// Longer than a node takes to notice a move (project-keys.ts).
const RETRY_AFTER_SECONDS = 5

type ErrorHandler = ReturnType<typeof createErrorReply>

export const withDepartures =
  (replyWithError: ErrorHandler, isElsewhere: (projectId: string) => Promise<boolean>) =>
  async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // Calls with a key get the error: a client would send its key to another host, and most drop it there.
    const isPage = request.routeOptions.config.access === 'open'
    if (!(error instanceof DepartedProjectError) || error.url === null || !isPage) {
      return replyWithError(error, request, reply)
    }
    const url = addressAt(error.url, request.url)
    try {
      // This node may not have noticed yet that it is back.
      if (!(await isElsewhere(error.projectId))) return await replyWithError(isMoving(), request, reply)
      if (request.method === 'GET' || request.method === 'HEAD') return await reply.redirect(url, 307)
      return await handOn({ url, request, reply })
    } catch (failure) {
      request.log.warn({ err: failure }, 'a link of a project that has moved was not followed')
      return replyWithError(error, request, reply)
    }
  }

const isMoving = () =>
  new AppError('SERVICE_UNAVAILABLE', {
    message: 'The project is being moved to another installation.',
    suggestion: 'Send the request again in a few seconds.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

/** Returns the address of the path below another base URL. A request to a proxy has the whole URL (RFC 9112, section 3.2.2). */
export const addressAt = (base: string, requestUrl: string): string =>
  base.replace(/\/$/, '') + requestUrl.replace(/^https?:\/\/[^/]*/i, '')

type HandOnInput = {
  url: string
  request: FastifyRequest
  reply: FastifyReply
}

async function handOn({ url, request, reply }: HandOnInput): Promise<FastifyReply> {
  const fields = Object.entries((request.body ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  )
  const body = new URLSearchParams(fields).toString()
  if (body.length > MOST_BODY_CHARACTERS) throw new Error('the form is too large')
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const location = answer.headers.get('location')
  if (location !== null) reply.header('location', new URL(location, url).href)
  return reply
    .code(answer.status)
    .type(answer.headers.get('content-type') ?? 'text/plain; charset=utf-8')
    .serializer(String)
    .send(await readText(answer))
}

async function readText(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    length += piece.length
    if (length > MOST_ANSWER_BYTES) throw new Error('the answer is too large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}
