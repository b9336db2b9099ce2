// The JSON schemas of tools, taken from the API description: it is generated from the schemas that validate the requests, so a
// tool cannot describe anything else than the API does. Arguments of the path, the query and the body are one object.
import { z } from 'zod'
import type { JsonObject, Tool, ToolInput } from './tool.ts'

type Schema = JsonObject
type ApiOperation = {
  operationId?: string
  parameters?: { in: string; name: string; required?: boolean; description?: string; schema: Schema }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>
}
export type ApiDescription = {
  paths?: Record<string, Record<string, ApiOperation>>
  components?: { schemas?: Record<string, Schema> }
}

export type ToolSchemas = { inputSchema: Schema; outputSchema: Schema }

const COMPONENT = '#/components/schemas/'

export function createToolSchemas(document: ApiDescription): (tool: Tool) => ToolSchemas {
  const components = document.components?.schemas ?? {}
  const operations = new Map(
    Object.values(document.paths ?? {})
      .flatMap((methods) => Object.values(methods))
      .map((operation) => [operation.operationId, operation]),
  )
  const operationOf = (id: string): ApiOperation => {
    const operation = operations.get(id)
    if (!operation) throw new Error(`the API description has no operation ${id}`)
    return operation
  }
  const resolve = (schema: Schema): Schema => {
    const name = componentOf(schema)
    return name === undefined ? schema : (components[name] ?? {})
  }
  const inputOf = ({ of, without = [], also, isPartial = false }: ToolInput): Schema => {
    const own = also ? toJsonSchema(also, 'input') : {}
    const fields = of === undefined ? [] : fieldsOf(operationOf(of), resolve)
    const taken = fields.filter(({ name }) => !without.includes(name))
    const required = isPartial ? [] : taken.filter((field) => field.isRequired).map(({ name }) => name)
    return {
      type: 'object',
      properties: {
        ...Object.fromEntries(taken.map(({ name, schema }) => [name, schema])),
        ...(own['properties'] as Schema | undefined),
      },
      required: [...required, ...((own['required'] as string[] | undefined) ?? [])],
      additionalProperties: false,
    }
  }
  const outputOf = ({ output }: Tool): Schema =>
    typeof output === 'string' ? resolve(answerOf(operationOf(output))) : toJsonSchema(output, 'output')
  return (tool) => ({
    inputSchema: withDefinitions(inputOf(tool.input), components),
    outputSchema: withDefinitions({ type: 'object', ...outputOf(tool) }, components),
  })
}

type Field = { name: string; schema: Schema; isRequired: boolean }

function fieldsOf(operation: ApiOperation, resolve: (schema: Schema) => Schema): Field[] {
  const parameters = (operation.parameters ?? []).filter((one) => one.in === 'path' || one.in === 'query')
  const body = resolve(operation.requestBody?.content?.['application/json']?.schema ?? {})
  const required = new Set((body['required'] as string[] | undefined) ?? [])
  return [
    ...parameters.map(({ name, schema, description, required: isRequired = false }) => ({
      name,
      schema: description === undefined ? schema : { ...schema, description },
      isRequired,
    })),
    ...Object.entries((body['properties'] as Record<string, Schema> | undefined) ?? {}).map(
      ([name, schema]) => ({ name, schema, isRequired: required.has(name) }),
    ),
  ]
}

function answerOf({ responses = {} }: ApiOperation): Schema {
  const success = responses['200'] ?? responses['201']
  return success?.content?.['application/json']?.schema ?? {}
}

const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Schema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema

const componentOf = (value: unknown): string | undefined => {
  const ref = typeof value === 'object' && value !== null && '$ref' in value ? value.$ref : undefined
  return typeof ref === 'string' && ref.startsWith(COMPONENT) ? ref.slice(COMPONENT.length) : undefined
}

/** Brings along the components that a schema refers to, without examples, which would only cost tokens. */
function withDefinitions(schema: Schema, components: Record<string, Schema>): Schema {
  const definitions: Record<string, Schema> = {}
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy)
    if (typeof value !== 'object' || value === null) return value
    const name = componentOf(value)
    if (name !== undefined) {
      if (!(name in definitions)) {
        definitions[name] = {}
        definitions[name] = copy(components[name] ?? {}) as Schema
      }
      return { ...value, $ref: `#/$defs/${name}` }
    }
    const entries = Object.entries(value).filter(([key, one]) => key !== 'examples' || !Array.isArray(one))
    return Object.fromEntries(entries.map(([key, one]) => [key, copy(one)]))
  }
  const root = copy(schema) as Schema
  return Object.keys(definitions).length === 0 ? root : { ...root, $defs: definitions }
}
