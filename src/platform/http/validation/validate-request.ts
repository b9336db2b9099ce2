// Validates path, query and body together: Fastify would stop at the first invalid one, and a caller would have to fix it
// to see the next.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { MOST_PROBLEMS } from '../../errors.ts'
import type { FieldProblem } from '../../errors.ts'
import type { Access, App } from '../app-types.ts'
import { tidyBody } from './body-shape.ts'
import type { StrictBody } from './body-shape.ts'
import { invalidRequest, readValue } from './validation.ts'

export function installValidation(app: App): void {
  // The hook does all validation.
  app.setValidatorCompiler(() => (value: unknown) => ({ value }))
  app.addHook('preValidation', async (request) => {
    const problems = readRequest(request)
    if (problems.length > 0) throw invalidRequest(problems)
  })
}

/** Validates a body that does not come through a route of its own, like that of a POST. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  strict?: StrictBody,
): z.output<Schema> {
  const names = tidyBody(schema, body, { isNullAbsent: true, strict })
  const read = readValue(schema, body)
  const problems = [...names, ...read.problems]
  if (problems.length > 0) throw invalidRequest(problems)
  return read.value as z.output<Schema>
}

/** Replaces the parts of the request by the output of their schemas. Returns the problems. */
function readRequest(request: FastifyRequest): FieldProblem[] {
  const { schema, config } = request.routeOptions
  const problems: FieldProblem[] = []
  const read = (part: unknown, value: unknown): unknown => {
    if (!(part instanceof z.ZodType)) return value
    const result = readValue(part, value)
    problems.push(...result.problems)
    return result.value
  }
  request.params = read(schema?.params, request.params)
  if (needsKey(config.access)) {
    problems.push(...unknownParameters(schema?.querystring, request.query as object))
  }
  request.query = read(schema?.querystring, request.query)
  if (schema?.body instanceof z.ZodType) {
    const isNullAbsent = request.method === 'POST'
    problems.push(...tidyBody(schema.body, request.body, { isNullAbsent, strict: config.strictBody }))
    request.body = read(schema.body, request.body)
  }
  return problems
}

/** Public pages and links in emails get parameters from others, such as utm_source. */
const needsKey = (access: Access | undefined) =>
  access !== undefined && access !== 'open' && access !== 'operator'

function unknownParameters(schema: unknown, query: object): FieldProblem[] {
  const given = Object.keys(query)
  if (given.length === 0) return []
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const accepted = known.length === 0 ? 'it accepts none' : `it accepts ${known.join(', ')}`
  return given
    .filter((name) => !known.includes(name))
    .slice(0, MOST_PROBLEMS)
    .map((name) => ({
      field: name.slice(0, LONGEST_NAME),
      message: `is not a query parameter of this call: ${accepted}`,
      code: 'unrecognized_keys',
    }))
}

// Ours have up to 12 letters; a caller's own may have kilobytes.
const LONGEST_NAME = 100
