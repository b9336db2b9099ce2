// JSON bodies: scanned while they arrive, and parsed once they are complete (platform/json).
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { AppError } from '../../errors.ts'
import { heavyTurn } from '../../concurrency/heavy-turn.ts'
import type { App } from '../app-types.ts'
import { isSecondHalf } from '../inner-calls/inner-call.ts'
import { readBody } from './body-limit.ts'
import { JsonScan } from '../../json/json-scan.ts'
import { parseJson } from '../../json/parse-json.ts'
import { installLargeBodies } from './large-bodies.ts'
import type { LargeBodies } from './large-bodies.ts'

// Reading a body has several steps, each of which takes up to 20 ms for 20,000 values or 16 MB. The steps and pieces of a
// large body take turns with other requests; a smaller one is read at once, within a few milliseconds.
const LARGE_BYTES = 262_144
const LARGE_VALUES = 2_000

export function installJsonBodies(app: App, { allowedBytes }: { allowedBytes: number }): void {
  const turns = installLargeBodies(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload: Readable) =>
    readJson(request, payload, { allowedBytes, turns }),
  )
  // An empty body is {} with any type (curl -d '' announces a form); any other type is refused.
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    const { anyBody } = request.routeOptions.config
    const hash = digestOf(request)
    const onPiece = (piece: Buffer) => {
      if (anyBody === undefined && piece.length > 0) throw wrongType(request)
      hash?.update(piece)
    }
    const pieces = await readBody(request, payload, { allowedBytes, onPiece })
    request.bodyDigest = hash?.digest()
    return anyBody === 'kept' ? Buffer.concat(pieces) : {}
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined) {
      request.bodyDigest = digestOf(request)?.digest()
      if (request.routeOptions.schema?.body !== undefined) request.body = {}
    }
    done()
  })
}

/**
 * An onRequest hook for routes that accept any body (config.anyBody): removes its type, so that the parser of unknown types
 * reads it.
 */
export const ignoreBodyType: onRequestHookHandler = (request, _reply, done) => {
  request.raw.headers['content-type'] = 'application/octet-stream'
  done()
}

/** The idempotency fingerprint needs the raw bytes; requests without a key need no hash. */
const digestOf = ({ headers }: FastifyRequest) =>
  headers['idempotency-key'] === undefined ? undefined : createHash('sha256')

function wrongType({ headers, routeOptions }: FastifyRequest): AppError {
  const given = String(headers['content-type'] ?? '').slice(0, 100)
  if (routeOptions.config.upload) {
    // curl announces a form unless it is told otherwise.
    return new AppError('INVALID_REQUEST_BODY', {
      message: `The Content-Type must be text/csv or multipart/form-data, not "${given}".`,
      suggestion:
        'With curl: -F file=@contacts.csv, or --data-binary @contacts.csv -H "Content-Type: text/csv".',
    })
  }
  return new AppError('INVALID_REQUEST_BODY', {
    message: `The Content-Type must be application/json, not "${given}".`,
  })
}

type JsonReading = { allowedBytes: number; turns: LargeBodies }

async function readJson(
  request: FastifyRequest,
  payload: Readable,
  { allowedBytes, turns }: JsonReading,
): Promise<unknown> {
  const hash = digestOf(request)
  const scan = new JsonScan()
  const lane = (request.key ?? request.member)?.projectId ?? request.ip
  const turn = () => heavyTurn(lane)
  const pieces = await readBody(request, payload, {
    allowedBytes,
    onPiece: (piece) => {
      hash?.update(piece)
      scan.add(piece)
    },
    pace: { beyondBytes: LARGE_BYTES, turn },
  })
  request.bodyDigest = hash?.digest()
  if (pieces.length === 0) return {}
  if (request.routeOptions.config.upload) {
    throw new AppError('INVALID_REQUEST_BODY', {
      message: 'This call takes a file, not JSON.',
      suggestion: 'Send the file as the body with its own Content-Type, or as the file of a form.',
    })
  }
  const size = pieces.reduce((sum, { length }) => sum + length, 0)
  if (size <= LARGE_BYTES && scan.values <= LARGE_VALUES) return parseJson(Buffer.concat(pieces, size))
  if (!isSecondHalf(request)) await turns.enter(request, lane)
  await turn()
  return parseJson(Buffer.concat(pieces, size), turn)
}
