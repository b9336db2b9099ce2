// Bodies in JSON. Everything that JSON allows and PostgreSQL or a careless merge does not is refused here, once:
// nesting without end, keys that reach for a prototype, NUL characters and lone surrogates.
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { AppError } from '../errors.ts'
import type { FieldProblem } from '../errors.ts'
import type { App } from './app-types.ts'

// Deeper than any real document of ours (a filter tree has 5 levels); each level costs stack in every validator.
const MAX_DEPTH = 64

export function installJsonBodies(app: App, { limitBytes }: { limitBytes: number }): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: limitBytes },
    (request, bytes: Buffer, done) => {
      rememberDigest(request, bytes)
      try {
        done(null, bytes.length === 0 ? {} : readBody(bytes, request))
      } catch (error) {
        done(error as Error)
      }
    },
  )
  // An empty body is {} whatever its type says (curl -d '' announces a form); any other type is refused.
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: limitBytes },
    (request, bytes: Buffer, done) => {
      rememberDigest(request, bytes)
      if (bytes.length === 0 || request.routeOptions.config.anyBody) return done(null, {})
      const given = String(request.headers['content-type'] ?? '').slice(0, 100)
      done(
        new AppError('INVALID_REQUEST_BODY', {
          message: `The Content-Type must be application/json, not "${given}".`,
        }),
      )
    },
  )
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined) {
      rememberDigest(request, Buffer.alloc(0))
      if (request.routeOptions.schema?.body !== undefined) request.body = {}
    }
    done()
  })
}

/**
 * An onRequest hook for routes that take any body (config.anyBody): its type is not asked for, so that all of them go to
 * the parser of unknown types.
 */
export const ignoreBodyType: onRequestHookHandler = (request, _reply, done) => {
  request.raw.headers['content-type'] = 'application/octet-stream'
  done()
}

/** The idempotency fingerprint needs the bytes as they came; hashing them costs nothing to requests without a key. */
function rememberDigest(request: FastifyRequest, bytes: Buffer): void {
  if (request.headers['idempotency-key'] !== undefined) {
    request.bodyDigest = createHash('sha256').update(bytes).digest()
  }
}

function readBody(bytes: Buffer, request: FastifyRequest): unknown {
  if (request.routeOptions.config.upload) {
    throw new AppError('INVALID_REQUEST_BODY', {
      message: 'This call takes a file, not JSON.',
      suggestion: 'Send the file as the body with its own Content-Type, or as the file of a form.',
    })
  }
  return parseJson(bytes)
}

/** The value of a body, or an AppError that says what is wrong with it. */
export function parseJson(bytes: Buffer): unknown {
  // Decoding would quietly put a replacement character wherever the sender's encoding is another one.
  if (!isUtf8(bytes)) {
    throw new AppError('INVALID_REQUEST_BODY', { message: 'The request body is not UTF-8 text.' })
  }
  checkDepth(bytes)
  let value: unknown
  try {
    value = JSON.parse(bytes.toString())
  } catch (error) {
    throw new AppError('INVALID_REQUEST_BODY', {
      message: `The request body is not valid JSON: ${(error as Error).message.slice(0, 200)}`,
      cause: error,
    })
  }
  const problems: FieldProblem[] = []
  checkValue(value, [], problems)
  if (problems.length > 0) throw new AppError('VALIDATION_ERROR', { fields: problems })
  return value
}

const [QUOTE, BACKSLASH, ...BRACKETS] = Buffer.from('"\\[{]}')
const [OPEN_ARRAY, OPEN_OBJECT, CLOSE_ARRAY, CLOSE_OBJECT] = BRACKETS

/** Before parsing: ten megabytes of brackets cost the parser 1.5 s and 400 MB, and this a moment. */
function checkDepth(bytes: Buffer): void {
  let depth = 0
  let isText = false
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (byte === QUOTE) isText = !isText
    else if (byte === BACKSLASH) index += 1
    else if (isText) continue
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) depth += 1
    else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1
    if (depth > MAX_DEPTH) {
      throw new AppError('INVALID_REQUEST_BODY', {
        message: `The request body is nested deeper than ${MAX_DEPTH} levels.`,
      })
    }
  }
}

const MOST_PROBLEMS = 100

/**
 * Recursive, because MAX_DEPTH bounds it. `path` is one array for the whole walk and is spelled out for problems only:
 * a path for every value cost a body of 16 MB three seconds and a gigabyte.
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

/** 1e400 is JSON, but read as Infinity it would be written as null. */
function checkNumber(number: number, path: readonly string[], problems: FieldProblem[]): void {
  if (Number.isFinite(number) || problems.length >= MOST_PROBLEMS) return
  problems.push({ field: path.join('.'), message: 'must be a number up to 1.7e308', code: 'too_big' })
}

/** The text as PostgreSQL can store it: no NUL character, no half of a surrogate pair. */
export function checkText(text: string, path: readonly string[], problems: FieldProblem[]): void {
  const message = problemOf(text)
  if (message === undefined || problems.length >= MOST_PROBLEMS) return
  problems.push({
    field: path.join('.').replaceAll('\0', '').toWellFormed(),
    message,
    code: 'invalid_string',
  })
}

function problemOf(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain a NUL character'
  return text.isWellFormed() ? undefined : 'must be valid Unicode text'
}
