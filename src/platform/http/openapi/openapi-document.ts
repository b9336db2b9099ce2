// Makes the generated API description readable: one name per schema, each error described once, without the library's own
// additions. A pure function over the document; the schemas themselves are in *.schema.ts.
import { isDeepStrictEqual } from 'node:util'
import type { OpenAPIV3_1 } from 'openapi-types'
import { INSTANT_PATTERN } from '../../schemas/bounded.schema.ts'
import { IDEMPOTENCY_KEY_PATTERN } from '../idempotency/idempotency-key.schema.ts'
import { errorDescription, errorReference, errorResponses } from './openapi-errors.ts'
import { addExamples } from './openapi-examples.ts'
import type { Examples } from './openapi-examples.ts'
import { describeWebhooks } from './openapi-webhooks.ts'
import type { Webhooks } from './openapi-webhooks.ts'

type Document = OpenAPIV3_1.Document
type Operation = OpenAPIV3_1.OperationObject
type Schema = OpenAPIV3_1.SchemaObject
type Schemas = Record<string, Schema>

const SCHEMAS = '#/components/schemas/'

/** The generator's text for routes without a description. */
const NO_DESCRIPTION = 'Default Response'
const SUCCESSES: Record<string, string> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted: the work has started. Follow its progress with GET /jobs/{id}.',
}

const IDEMPOTENCY_KEY: OpenAPIV3_1.ParameterObject = {
  in: 'header',
  name: 'Idempotency-Key',
  required: false,
  description:
    'Makes it safe to repeat the request. For 24 hours, the same request with the same key returns the first response again, with the header Idempotency-Replayed: true, and has no further effect. 1 to 255 printable ASCII characters; a random UUID is a good choice.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: IDEMPOTENCY_KEY_PATTERN },
}

/** The parts of the description that are not made of routes. */
export type ApiAdditions = { examples: Examples; webhooks: Webhooks }

/** The document as it is served and stored. */
export function tidyDocument(
  generated: Document,
  { examples = {}, webhooks = {} }: Partial<ApiAdditions> = {},
): Document {
  const document = withoutNoise(generated)
  for (const operations of Object.values(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(operations ?? {})) {
      tidyOperation(operation as Operation, { method, schemas: document.components?.schemas ?? {} })
    }
  }
  document.components = {
    ...document.components,
    parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
    responses: errorResponses(),
  }
  if (Object.keys(webhooks).length > 0) document.webhooks = describeWebhooks(webhooks)
  const named = withOneNamePerSchema(document)
  moveDefaultsToDescriptions(named)
  addExamples(named, examples)
  return named
}

/**
 * Client generators treat a field with a default as always present, and then require it in requests. So the fields of
 * bodies describe their default in words. Query parameters keep theirs: generators treat those as optional.
 */
function moveDefaultsToDescriptions(document: Document): void {
  document.components = JSON.parse(JSON.stringify(document.components), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('default' in value)) return value
    const { default: preset, ...schema } = value as Omit<Schema, 'default'> & { default: unknown }
    const isWorthSaying = preset !== null && typeof preset !== 'object'
    if (!isWorthSaying || /default/i.test(schema.description ?? '')) return schema
    const sentence = `Default: ${JSON.stringify(preset)}.`
    return { ...schema, description: schema.description ? `${schema.description} ${sentence}` : sentence }
  }) as OpenAPIV3_1.ComponentsObject
}

/** Removes bounds and patterns that only repeat type and format, and "no other fields", which we do not promise. */
function withoutNoise(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const schema = value as Schema & { propertyNames?: Schema }
    if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
    if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
    // The library's pattern for a date-time takes half a page.
    const isLong = schema.format === 'date-time' && schema.pattern !== INSTANT_PATTERN
    if (isLong || schema.type === 'integer') delete schema.pattern
    if (schema.type === 'integer' && typeof schema.default === 'string') {
      schema.default = Number(schema.default)
    }
    // The docs page would put the first of several words, true, into every sample request.
    if (isDeepStrictEqual(schema.enum, ['true', 'false'])) {
      Object.assign(schema, { type: 'boolean', enum: undefined })
      if (schema.default !== undefined) schema.default = schema.default === 'true'
    }
    // Generators of Python clients refuse every value of a boolean that has only one.
    if (typeof schema.const === 'boolean') {
      schema.description ??= `Always ${schema.const}.`
      delete schema.const
    }
    if (schema.additionalProperties === false) delete schema.additionalProperties
    if (isDeepStrictEqual(schema.propertyNames, { type: 'string' })) delete schema.propertyNames
    nameProperties(schema)
    return nullable(schema)
  }) as Document
}

/** Writes a record that has all of some known keys as an object: generators ignore `propertyNames`. */
function nameProperties(schema: Schema & { propertyNames?: Schema }): void {
  const { propertyNames, required, additionalProperties: values } = schema
  if (!propertyNames?.enum || !required || values === undefined) return
  const names = propertyNames.enum as string[]
  schema.properties = Object.fromEntries(names.map((name) => [name, values as Schema]))
  delete schema.propertyNames
  delete schema.additionalProperties
}

/** Writes `string or null` as one type, not as a choice of two schemas. */
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
    const error = errorReference(status)
    const own = response as OpenAPIV3_1.ResponseObject
    if (error && operation.responses && isCommonError(own)) {
      operation.responses[status] = error
    } else if (own.description === NO_DESCRIPTION) {
      own.description = SUCCESSES[status] ?? errorDescription(status) ?? 'Success.'
    }
  }
  for (const parameter of operation.parameters ?? []) tidyParameter(parameter)
  if (['post', 'patch', 'delete'].includes(method)) {
    // An Idempotency-Key can be in use by another request, or by the first one while it still runs.
    operation.responses = { 409: { $ref: '#/components/responses/Conflict' }, ...operation.responses }
    operation.parameters = [
      ...(operation.parameters ?? []),
      { $ref: '#/components/parameters/IdempotencyKey' },
    ]
  }
  const body = operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined
  if (!body) return
  tidyBody(body, schemas)
  operation.responses = { 413: { $ref: '#/components/responses/TooLarge' }, ...operation.responses }
}

/** A route may answer an error with a body of its own, which is described where it is. */
const isCommonError = ({ content = {} }: OpenAPIV3_1.ResponseObject): boolean =>
  Object.values(content).every(({ schema }) => isDeepStrictEqual(schema, { $ref: `${SCHEMAS}Error` }))

/** A text that holds JSON is described by the schema of that JSON. */
function tidyParameter(parameter: OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject): void {
  if (!('schema' in parameter)) return
  const { contentMediaType, contentSchema } = parameter.schema as Schema & { contentSchema?: Schema }
  if (contentMediaType === undefined || contentSchema === undefined) return
  delete parameter.schema
  // The library types a parameter as in OpenAPI 3.0, with the schemas of that version.
  Object.assign(parameter, { content: { [contentMediaType]: { schema: contentSchema } } })
}

function tidyBody(body: OpenAPIV3_1.RequestBodyObject, schemas: Schemas): void {
  const json = body.content['application/json']?.schema
  // An empty body counts as {}: if no field is required, no body is.
  if (json) body.required = (resolve(json, schemas).required ?? []).length > 0
  const file = fileOf(body)
  for (const [type, media] of Object.entries(body.content)) {
    // A form with fields of its own.
    if (media.schema && '$ref' in media.schema) continue
    if (type === 'multipart/form-data') media.schema = formOf(file)
    else if (media.schema !== json) media.schema = file
  }
}

/** The schema of an uploaded file; the example of a CSV file is that of its route. */
function fileOf({ content }: OpenAPIV3_1.RequestBodyObject): Schema {
  if (Object.keys(content).some((type) => type.startsWith('image/'))) return IMAGE_FILE
  const example: unknown = content['text/csv']?.example
  return {
    type: 'string',
    format: 'binary',
    description: 'The CSV file, with a header row.',
    examples: [example],
  }
}

const IMAGE_FILE: Schema = {
  type: 'string',
  format: 'binary',
  description: 'The image.',
  examples: ['(the bytes of the image)'],
}

/** Only the file: any other field named here would appear in every sample request, set to true. */
const formOf = (file: Schema): Schema => ({
  type: 'object',
  properties: { file },
  required: ['file'],
  description: 'The query parameters may also be sent as fields of the form.',
  examples: [{ file: file.examples?.[0] as unknown }],
})

function resolve(schema: Schema | OpenAPIV3_1.ReferenceObject, schemas: Schemas): Schema {
  return '$ref' in schema ? (schemas[String(schema.$ref).slice(SCHEMAS.length)] ?? {}) : (schema as Schema)
}

/**
 * The generator writes every schema twice: for requests (`ContactInput`) and for responses (`Contact`). Schemas that no
 * operation uses are dropped; the others keep their second name only if the two forms differ.
 */
function withOneNamePerSchema(document: Document): Document {
  const all = (document.components?.schemas ?? {}) as Schemas
  const used = usedSchemas([document.paths, document.webhooks], all)
  const plainNames = [...used].filter((name) => {
    const plain = name.replace(/Input$/, '')
    return name !== plain && (!used.has(plain) || isDeepStrictEqual(all[name], all[plain]))
  })
  const schemas = Object.fromEntries(
    sortedEntries(all).flatMap(([name, schema]) =>
      used.has(name) ? [[plainNames.includes(name) ? name.replace(/Input$/, '') : name, schema]] : [],
    ),
  )
  const { openapi, info, servers, security, tags, paths, webhooks, components } = document
  const renamed = {
    openapi,
    info,
    servers,
    security,
    tags,
    paths,
    ...(webhooks && { webhooks }),
    components: { ...components, schemas },
  }
  return JSON.parse(JSON.stringify(renamed), (key, value: unknown) =>
    key === '$ref' && plainNames.includes(String(value).slice(SCHEMAS.length))
      ? String(value).replace(/Input$/, '')
      : value,
  ) as Document
}

/** Sorted by name, so that the load order of modules does not show. */
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
