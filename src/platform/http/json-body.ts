// Bodies in JSON. Everything that JSON allows and PostgreSQL or a careless merge does not is refused here, once:
// nesting without end, keys that reach for a prototype, NUL characters and lone surrogates.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
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
        done(null, bytes.length === 0 ? {} : parseJson(bytes, request.routeOptions.config))
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
      if (bytes.length === 0) return done(null, {})
      const given = String(request.headers['content-type'] ?? '').slice(0, 100)
      done(
        new AppError('INVALID_REQUEST_BODY', {
          message: `The Content-Type must be application/json, not "${given}".`,
        }),
      )
    },
  )
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined || request.body === null) {
      rememberDigest(request, Buffer.alloc(0))
      if (request.routeOptions.schema?.body !== undefined) request.body = {}
    }
    done()
  })
}

/** The idempotency fingerprint needs the bytes as they came; hashing them costs nothing to requests without a key. */
function rememberDigest(request: FastifyRequest, bytes: Buffer): void {
  if (request.headers['idempotency-key'] !== undefined) {
    request.bodyDigest = createHash('sha256').update(bytes).digest()
  }
}

function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new AppError('INVALID_REQUEST_BODY', {
      message: `The request body is not valid JSON: ${(error as Error).message.slice(0, 200)}`,
      cause: error,
    })
  }
  checkJson(value)
  return value
}

/** Walks the value with a stack of its own: a recursive walk would be the first victim of deep nesting. */
export function checkJson(value: unknown): void {
  const problems: FieldProblem[] = []
  const todo: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }]
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (typeof next.value === 'string') checkText(next.value, next.path, problems)
    if (typeof next.value !== 'object' || next.value === null) continue
    if (next.depth >= MAX_DEPTH) {
      throw new AppError('INVALID_REQUEST_BODY', {
        message: `The request body is nested deeper than ${MAX_DEPTH} levels.`,
      })
    }
    for (const [key, inner] of Object.entries(next.value)) {
      if (key === '__proto__') {
        throw new AppError('INVALID_REQUEST_BODY', {
          message: 'The request body has a field named "__proto__", which is not allowed.',
        })
      }
      const path = next.path === '' ? key : `${next.path}.${key}`
      checkText(key, path, problems)
      if (typeof inner === 'string' || (typeof inner === 'object' && inner !== null)) {
        todo.push({ value: inner, path, depth: next.depth + 1 })
      }
    }
  }
  if (problems.length > 0) throw new AppError('VALIDATION_ERROR', { fields: problems.slice(0, 100) })
}

/** The text as PostgreSQL can store it: no NUL character, no half of a surrogate pair. */
export function checkText(text: string, field: string, problems: FieldProblem[]): void {
  if (text.includes('\0')) {
    problems.push({
      field: field.replaceAll('\0', ''),
      message: 'must not contain a NUL character',
      code: 'invalid_string',
    })
  } else if (!text.isWellFormed()) {
    problems.push({
      field: field.toWellFormed(),
      message: 'must be valid Unicode text',
      code: 'invalid_string',
    })
  }
}
