// JSON bodies. Values that JSON allows and PostgreSQL or a careless merge does not are refused here, once: keys that reach
// for a prototype, NUL characters and lone surrogates. json-scan.ts refuses bodies that are too complex before.
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { AppError, fieldPath, MOST_PROBLEMS } from '../../errors.ts'
import type { FieldProblem } from '../../errors.ts'
import { heavyTurn } from '../../concurrency/heavy-turn.ts'
import { storableText } from '../../text/storable-text.ts'
import type { App } from '../app-types.ts'
import { readBody } from './body-limit.ts'
import { JsonScan } from './json-scan.ts'
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
  await turns.enter(request, lane)
  await turn()
  return parseJson(Buffer.concat(pieces, size), turn)
}

/**
 * The value of a body. `turn` is awaited before each step.
 * @throws AppError that says what is wrong with the body
 */
export async function parseJson(bytes: Buffer, turn?: () => Promise<void>): Promise<unknown> {
  await turn?.()
  // Decoding would silently insert replacement characters if the sender used another encoding.
  if (!isUtf8(bytes)) {
    throw new AppError('INVALID_REQUEST_BODY', { message: 'The request body is not UTF-8 text.' })
  }
  const text = bytes.toString()
  await turn?.()
  const value = parseText(text)
  await turn?.()
  const problems: FieldProblem[] = []
  checkValue(value, [], problems)
  if (problems.length > 0) throw new AppError('VALIDATION_ERROR', { fields: problems })
  // Before the fields are checked, which cannot be split.
  await turn?.()
  return value
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new AppError('INVALID_REQUEST_BODY', {
      message: `The request body is not valid JSON: ${(error as Error).message.slice(0, 200)}`,
      cause: error,
    })
  }
}

/**
 * Recursive, because the depth of a body is limited (json-scan.ts). `path` is one array for the whole walk and is formatted
 * for problems only.
 */
function checkValue(value: unknown, path: string[], problems: FieldProblem[]): void {
  if (typeof value === 'string') return checkText(value, path, problems)
  if (typeof value === 'number') return checkNumber(value, path, problems)
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) return checkArray(value, path, problems)
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') {
      throw new AppError('INVALID_REQUEST_BODY', {
        message: 'The request body has a field named "__proto__", which is not allowed.',
      })
    }
    path.push(key)
    checkText(key, path, problems)
    checkValue(inner, path, problems)
    path.pop()
  }
}

function checkArray(values: unknown[], path: string[], problems: FieldProblem[]): void {
  for (const [index, inner] of values.entries()) {
    if (Number.isFinite(inner)) continue
    path.push(String(index))
    checkValue(inner, path, problems)
    path.pop()
  }
}

/** 1e400 is valid JSON, but read as Infinity it would be written as null. */
function checkNumber(number: number, path: readonly string[], problems: FieldProblem[]): void {
  if (Number.isFinite(number) || problems.length >= MOST_PROBLEMS) return
  problems.push({ field: fieldPath(path), message: 'must be a number up to 1.7e308', code: 'too_big' })
}

/** Checks that PostgreSQL can store the text: no NUL character, no half of a surrogate pair. */
export function checkText(text: string, path: readonly string[], problems: FieldProblem[]): void {
  const message = problemOf(text)
  if (message === undefined || problems.length >= MOST_PROBLEMS) return
  problems.push({
    field: storableText(fieldPath(path)),
    message,
    code: 'invalid_string',
  })
}

function problemOf(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain a NUL character'
  return text.isWellFormed() ? undefined : 'must be valid Unicode text'
}
