// Limits the size of bodies. A secret key may send up to JSON_LIMIT_MB to every call: fields that are too large are then
// named in a 422. Routes with a lower limit set Fastify's own `bodyLimit`.
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { AppError } from '../../errors.ts'
import type { Access, App } from '../app-types.ts'

const KILOBYTE = 1_024
const MEGABYTE = 1_048_576

/** For forms that people submit without a key: to sign in, to accept an invitation. */
const FORM_BODY_BYTES = 128 * KILOBYTE

/** For calls that accept a public key, which anyone can read on a web page. The largest field is `data`, 64 kB. */
const PUBLIC_BODY_BYTES = MEGABYTE

const LESS_THAN_ALLOWED: Partial<Record<Access, number>> = {
  open: FORM_BODY_BYTES,
  operator: FORM_BODY_BYTES,
  session: FORM_BODY_BYTES,
  track: PUBLIC_BODY_BYTES,
}

/** Call it before the first route: each gets a `bodyLimit` by its access, unless it has one. */
export function installBodyLimits(app: App, { allowedBytes }: { allowedBytes: number }): void {
  app.addHook('onRoute', (route) => {
    const { access = 'open' } = route.config ?? {}
    route.bodyLimit ??= Math.min(LESS_THAN_ALLOWED[access] ?? allowedBytes, allowedBytes)
  })
}

/** The `bodyLimit` of a route: the size of its largest valid body, but never more than the operator allows. */
export const bodyUpTo = ({ JSON_LIMIT_MB }: Pick<Config, 'JSON_LIMIT_MB'>, bytes = Infinity): number =>
  Math.min(bytes, JSON_LIMIT_MB * MEGABYTE)

type ReadBodyOptions = {
  /** JSON_LIMIT_MB in bytes. */
  allowedBytes: number
  /** Called with each piece as it arrives; may throw to stop reading. */
  onPiece?: (piece: Buffer) => void
  /** Awaited before reading more of a body that is larger than this. */
  pace?: { beyondBytes: number; turn: () => Promise<void> }
}

/** The body of a request, in pieces, within the limit of its route. A body that announces more is not read at all. */
export function readBody(
  request: FastifyRequest,
  payload: Readable,
  { allowedBytes, onPiece, pace }: ReadBodyOptions,
): Promise<Buffer[]> {
  const limitBytes = request.routeOptions.bodyLimit ?? FORM_BODY_BYTES
  const refusal = () => tooLarge(limitBytes, limitBytes >= allowedBytes)
  if (Number(request.headers['content-length']) > limitBytes) return Promise.reject(refusal())
  const { promise, resolve, reject } = Promise.withResolvers<Buffer[]>()
  const pieces: Buffer[] = []
  let received = 0
  const onData = (piece: Buffer) => {
    received += piece.length
    try {
      if (received > limitBytes) throw refusal()
      onPiece?.(piece)
      pieces.push(piece)
      if (pace && received > pace.beyondBytes) waitFor(pace.turn)
    } catch (error) {
      onError(error as Error)
    }
  }
  const onError = (error: Error) => {
    payload.off('data', onData).off('end', onEnd).off('error', onError)
    reject(error)
  }
  const waitFor = (turn: () => Promise<void>) => {
    payload.pause()
    void turn().then(() => payload.resume())
  }
  const onEnd = () => resolve(pieces)
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
