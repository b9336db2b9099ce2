// Adds a realistic example to every body of the API description. The features provide one for each named schema; bodies
// that are not JSON carry theirs in their own schema. Paths get the id of the record that the examples show.
import type { OpenAPIV3_1 } from 'openapi-types'
import type { z } from 'zod'

/** By the id of the schema. */
export type Examples = Readonly<Record<string, unknown>>

/** Examples whose names are those of schemas in a file have the type of these, as a request or as a response. */
export type ExamplesOf<File> = Examples & {
  [Name in keyof File]?: File[Name] extends z.ZodType ? z.input<File[Name]> | z.output<File[Name]> : unknown
}

type Document = OpenAPIV3_1.Document
type Operation = OpenAPIV3_1.OperationObject
type Media = OpenAPIV3_1.MediaTypeObject
type Schema = OpenAPIV3_1.SchemaObject

const SCHEMAS = '#/components/schemas/'

export function addExamples(document: Document, examples: Examples): void {
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    if (name in examples) schema.examples = [examples[name]]
  }
  const operations = operationsOf(document)
  for (const { operation } of operations) {
    for (const media of bodiesOf(operation)) {
      const example = exampleOf(media, document)
      if (example !== undefined) media.example = example
    }
  }
  addIdsToPaths(operations)
}

type PlacedOperation = { path: string; method: string; operation: Operation }

const operationsOf = ({ paths = {}, webhooks = {} }: Document): PlacedOperation[] =>
  Object.entries({ ...paths, ...webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({
      path,
      method,
      operation: operation as Operation,
    })),
  )

function bodiesOf({ requestBody, responses = {} }: Operation): Media[] {
  const holders = [requestBody, ...Object.values(responses)] as { content?: Record<string, Media> }[]
  return holders.flatMap((holder) => Object.values(holder?.content ?? {}))
}

function exampleOf({ schema }: Media, { components }: Document): unknown {
  const { $ref, examples: own } = (schema ?? {}) as Schema & { $ref?: string }
  const shown = $ref === undefined ? own : components?.schemas?.[$ref.slice(SCHEMAS.length)]?.examples
  return shown?.[0] as unknown
}

/** `{id}` below /contacts is the id of the contact that GET /contacts/{id} shows. */
function addIdsToPaths(operations: PlacedOperation[]): void {
  const ids = new Map<string, string>()
  for (const { path, method, operation } of operations) {
    const [, collection = ''] = /^\/(\w+)\/\{id\}$/.exec(path) ?? []
    const shown: unknown = bodiesOf(operation)[0]?.example
    if (method === 'get' && collection && isRecord(shown)) ids.set(collection, shown.id)
  }
  for (const { path, operation } of operations) {
    const id = ids.get(path.split('/')[1] ?? '')
    for (const parameter of operation.parameters ?? []) {
      if ('in' in parameter && parameter.in === 'path' && parameter.name === 'id' && id !== undefined) {
        parameter.example = id
      }
    }
  }
}

const isRecord = (value: unknown): value is { id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
