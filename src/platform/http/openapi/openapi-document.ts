// Makes the generated API description readable: one name for one schema, errors described once, what a library
// writes for itself left out. A pure function over the document; the schemas themselves stand in *.schema.ts.
import { isDeepStrictEqual } from 'node:util'
import type { OpenAPIV3_1 } from 'openapi-types'
import { INSTANT_PATTERN } from '../../bounded.schema.ts'
import { IDEMPOTENCY_KEY_PATTERN } from '../idempotency/idempotency-key.schema.ts'

type Document = OpenAPIV3_1.Document
type Operation = OpenAPIV3_1.OperationObject
type Schema = OpenAPIV3_1.SchemaObject
type Schemas = Record<string, Schema>

const SCHEMAS = '#/components/schemas/'

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
} satisfies OpenAPIV3_1.ResponseObject['headers']

const RESPONSES: Record<string, { name: string; description: string; headers?: typeof retryAfter }> = {
  400: {
    name: 'BadRequest',
    description: 'The request cannot be read, or the record does not allow it now.',
  },
  401: { name: 'Unauthorized', description: 'There is no key, or it is unknown, expired or revoked.' },
  403: { name: 'Forbidden', description: 'The key may not do this, or the project is disabled.' },
  404: { name: 'NotFound', description: 'There is no such record in this project.' },
  409: { name: 'Conflict', description: 'The value is taken, or the Idempotency-Key was used before.' },
  413: { name: 'TooLarge', description: 'The body is larger than this server takes.' },
  422: { name: 'Invalid', description: 'Fields are invalid; error.errors names every one.' },
  429: { name: 'TooManyRequests', description: 'The limit a minute is used up.', headers: retryAfter },
  500: { name: 'InternalError', description: 'Something went wrong on the side of the server.' },
  503: {
    name: 'Unavailable',
    description: 'Starting, stopping, or the database is away.',
    headers: retryAfter,
  },
}

/** What the generator writes where a route says nothing. */
const NO_DESCRIPTION = 'Default Response'
const SUCCESSES: Record<string, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted: the work has begun, and its job tells how far it is.',
}

const IDEMPOTENCY_KEY: OpenAPIV3_1.ParameterObject = {
  in: 'header',
  name: 'Idempotency-Key',
  required: false,
  description:
    'Makes repeating safe: for 24 hours the same request with the same key gets the first answer again, with Idempotency-Replayed: true, and has no second effect. Printable ASCII; a random UUID is a good key.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: IDEMPOTENCY_KEY_PATTERN },
}

/** The document as it is served and stored. */
export function tidyDocument(generated: Document): Document {
  const document = withoutNoise(generated)
  for (const operations of Object.values(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(operations ?? {})) {
      tidyOperation(operation as Operation, { method, schemas: document.components?.schemas ?? {} })
    }
  }
  document.components = {
    ...document.components,
    parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
    responses: Object.fromEntries(
      Object.values(RESPONSES).map(({ name, ...rest }) => [name, errorResponse(rest)]),
    ),
  }
  return withOneNameASchema(document)
}

/** Bounds and patterns that only repeat what type and format say, and "no other fields", which we do not promise. */
function withoutNoise(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const schema = value as Schema & { propertyNames?: Schema }
    if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
    if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
    // The pattern of the library for a date-time takes half a page.
    const isLong = schema.format === 'date-time' && schema.pattern !== INSTANT_PATTERN
    if (isLong || schema.type === 'integer') delete schema.pattern
    if (schema.type === 'integer' && typeof schema.default === 'string') {
      schema.default = Number(schema.default)
    }
    // Of a choice of words the reading page would put the first, true, into every sample.
    if (isDeepStrictEqual(schema.enum, ['true', 'false'])) {
      Object.assign(schema, { type: 'boolean', enum: undefined })
      if (schema.default !== undefined) schema.default = schema.default === 'true'
    }
    if (schema.additionalProperties === false) delete schema.additionalProperties
    if (isDeepStrictEqual(schema.propertyNames, { type: 'string' })) delete schema.propertyNames
    return nullable(schema)
  }) as Document
}

/** `string or null` as one type, not as a choice of two schemas. */
function nullable({ anyOf, ...rest }: Schema): Schema {
  const [schema, other, ...more] = (anyOf ?? []) as Schema[]
  const isSimple = more.length === 0 && typeof schema?.type === 'string' && schema.enum === undefined
  if (schema && isSimple && isDeepStrictEqual(other, { type: 'null' })) {
    return { ...schema, ...rest, type: [schema.type, 'null'] } as Schema
  }
  return anyOf ? { anyOf, ...rest } : rest
}

function tidyOperation(
  operation: Operation,
  { method, schemas }: { method: string; schemas: Schemas },
): void {
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    const error = RESPONSES[status]
    const own = response as OpenAPIV3_1.ResponseObject
    if (error && operation.responses) {
      operation.responses[status] = { $ref: `#/components/responses/${error.name}` }
    } else if (own.description === NO_DESCRIPTION) {
      own.description = SUCCESSES[status] ?? 'Done.'
    }
  }
  for (const parameter of operation.parameters ?? []) tidyParameter(parameter)
  if (['post', 'patch', 'delete'].includes(method)) {
    operation.parameters = [
      ...(operation.parameters ?? []),
      { $ref: '#/components/parameters/IdempotencyKey' },
    ]
  }
  const body = operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined
  if (!body) return
  tidyBody(body, schemas)
  operation.responses = { ...operation.responses, 413: { $ref: '#/components/responses/TooLarge' } }
}

/** A text that holds JSON is described by what the JSON is. */
function tidyParameter(parameter: OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject): void {
  if (!('schema' in parameter)) return
  const { contentMediaType, contentSchema } = parameter.schema as Schema & { contentSchema?: Schema }
  if (contentMediaType === undefined || contentSchema === undefined) return
  delete parameter.schema
  // The library types a parameter as OpenAPI 3.0 had it, with the schemas of then.
  Object.assign(parameter, { content: { [contentMediaType]: { schema: contentSchema } } })
}

function tidyBody(body: OpenAPIV3_1.RequestBodyObject, schemas: Schemas): void {
  const json = body.content['application/json']?.schema
  // An empty body is {}: where nothing is required, there need not be one.
  if (json) body.required = (resolve(json, schemas).required ?? []).length > 0
  for (const [type, media] of Object.entries(body.content)) {
    if (type === 'multipart/form-data') media.schema = FORM
    else if (media.schema !== json) media.schema = FILE
  }
}

const FILE: Schema = { type: 'string', format: 'binary', description: 'The file.' }

/** Only the file: fields that stood here would stand in every sample, set to true. */
const FORM: Schema = {
  type: 'object',
  properties: { file: FILE },
  required: ['file'],
  description: 'The query parameters may be fields of the form instead.',
}

const errorResponse = (
  response: Pick<OpenAPIV3_1.ResponseObject, 'description' | 'headers'>,
): OpenAPIV3_1.ResponseObject => ({
  ...response,
  content: { 'application/json': { schema: { $ref: `${SCHEMAS}Error` } } },
})

function resolve(schema: Schema | OpenAPIV3_1.ReferenceObject, schemas: Schemas): Schema {
  return '$ref' in schema ? (schemas[String(schema.$ref).slice(SCHEMAS.length)] ?? {}) : (schema as Schema)
}

/**
 * The generator writes every schema twice, as it is sent (`ContactInput`) and as it is answered (`Contact`). Those
 * that no call mentions go; of those that stay, a schema keeps its second name only if the two differ.
 */
function withOneNameASchema(document: Document): Document {
  const all = (document.components?.schemas ?? {}) as Schemas
  const used = usedSchemas(document.paths, all)
  const plainNames = [...used].filter((name) => {
    const plain = name.replace(/Input$/, '')
    return name !== plain && (!used.has(plain) || isDeepStrictEqual(all[name], all[plain]))
  })
  const schemas = Object.fromEntries(
    sortedEntries(all).flatMap(([name, schema]) =>
      used.has(name) ? [[plainNames.includes(name) ? name.replace(/Input$/, '') : name, schema]] : [],
    ),
  )
  const { openapi, info, servers, security, tags, paths, components } = document
  const renamed = { openapi, info, servers, security, tags, paths, components: { ...components, schemas } }
  return JSON.parse(JSON.stringify(renamed), (key, value: unknown) =>
    key === '$ref' && plainNames.includes(String(value).slice(SCHEMAS.length))
      ? String(value).replace(/Input$/, '')
      : value,
  ) as Document
}

/** By name: the order in which modules register their schemas must not show. */
const sortedEntries = (schemas: Schemas) => Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))

function usedSchemas(root: unknown, all: Schemas): Set<string> {
  const used = new Set<string>(['Error'])
  const visit = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      visit(all[name])
    }
  }
  visit(root)
  return used
}
