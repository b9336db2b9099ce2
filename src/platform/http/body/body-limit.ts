// How large a body may be. Routes whose fields need more than the usual say so with Fastify's own `bodyLimit`.
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { AppError } from '../../errors.ts'

const KILOBYTE = 1_024
const MEGABYTE = 1_048_576

/**
 * For every route that does not say otherwise. The largest field of such a route is `data` of a contact or an event, 64 kB:
 * that leaves room for as much again in escapes.
 */
export const USUAL_BODY_BYTES = 128 * KILOBYTE

/** JSON that escapes everything but ASCII, as some libraries do, takes up to three bytes for one of UTF-8. */
export const ESCAPED = 3

/** The `bodyLimit` of a route: what its fields can take, but never more than the operator allows. */
export const bodyUpTo = ({ JSON_LIMIT_MB }: Pick<Config, 'JSON_LIMIT_MB'>, bytes = Infinity): number =>
  Math.min(bytes, JSON_LIMIT_MB * MEGABYTE)

type Reading = {
  /** What JSON_LIMIT_MB allows. */
  allowedBytes: number
  /** Is shown each piece as it arrives, and may throw to end the reading. */
  look?: (piece: Buffer) => void
}

/** The body of a request, within the limit of its route. What announces more is not read at all. */
export function readBody(
  request: FastifyRequest,
  payload: Readable,
  { allowedBytes, look }: Reading,
): Promise<Buffer> {
  const limitBytes = request.routeOptions.bodyLimit ?? USUAL_BODY_BYTES
  const refusal = () => tooLarge(limitBytes, limitBytes >= allowedBytes)
  if (Number(request.headers['content-length']) > limitBytes) return Promise.reject(refusal())
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const pieces: Buffer[] = []
  let received = 0
  const onData = (piece: Buffer) => {
    received += piece.length
    try {
      if (received > limitBytes) throw refusal()
      look?.(piece)
      pieces.push(piece)
    } catch (error) {
      onError(error as Error)
    }
  }
  const onError = (error: Error) => {
    payload.off('data', onData).off('end', onEnd).off('error', onError)
    reject(error)
  }
  const onEnd = () => resolve(Buffer.concat(pieces, received))
  payload.on('data', onData).on('end', onEnd).on('error', onError)
  return promise
}

function tooLarge(limitBytes: number, isBySetting: boolean): AppError {
  const limit =
    limitBytes < MEGABYTE
      ? `${Math.floor(limitBytes / KILOBYTE)} kB`
      : `${Math.floor(limitBytes / MEGABYTE)} MB`
  return new AppError('PAYLOAD_TOO_LARGE', {
    message: `The request body is larger than ${limit}, the limit of this call${isBySetting ? ' (JSON_LIMIT_MB)' : ''}.`,
    ...(isBySetting && { suggestion: 'Send less at a time, or let the operator raise JSON_LIMIT_MB.' }),
  })
}
