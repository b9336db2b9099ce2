// Writes the types of the TypeScript SDK from openapi.json, without what is marked x-internal: npm run sdk:types
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import type { OpenAPI3 } from 'openapi-typescript'

const ROOT = path.join(import.meta.dirname, '..')
const FILE = path.join(ROOT, 'sdk/typescript/src/api-types.ts')

const HEADER = '// Generated from openapi.json by `npm run sdk:types`; never edited.\n\n'

type Operation = {
  'x-internal'?: boolean
  parameters?: { in?: string }[]
  responses?: Record<string, unknown>
}

/** The operations for programs, with the schemas that they need. Examples are left out: they double the size. */
function publicDocument(document: OpenAPI3): OpenAPI3 {
  const paths = Object.fromEntries(
    Object.entries(document.paths ?? {}).flatMap(([address, operations]) => {
      const open = Object.entries(operations as Record<string, Operation>)
        .filter(([, operation]) => operation['x-internal'] !== true)
        .map(([method, operation]) => [method, withoutCommonParts(operation)])
      return open.length === 0 ? [] : [[address, Object.fromEntries(open)]]
    }),
  )
  const webhooks = Object.fromEntries(
    Object.entries(document.webhooks ?? {}).map(([name, item]) => [
      name,
      { post: withoutCommonParts((item as { post: Operation }).post) },
    ]),
  )
  const all = document.components?.schemas ?? {}
  const used = usedSchemas({ paths, webhooks }, all)
  const schemas = Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)))
  return withoutExamples({ ...document, paths, webhooks, components: { schemas } } as OpenAPI3)
}

/** Errors and the Idempotency-Key are the same for all operations: the client knows them. */
const withoutCommonParts = ({ parameters = [], responses = {}, ...operation }: Operation): Operation => ({
  ...operation,
  parameters: parameters.filter((parameter) => parameter.in === 'path' || parameter.in === 'query'),
  responses: Object.fromEntries(Object.entries(responses).filter(([status]) => Number(status) < 400)),
})

function usedSchemas(root: unknown, all: Record<string, unknown>): Set<string> {
  const used = new Set<string>()
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

const withoutExamples = (document: OpenAPI3): OpenAPI3 =>
  JSON.parse(
    JSON.stringify(document, (key, value: unknown) =>
      (key === 'examples' && Array.isArray(value)) || (key === 'example' && typeof value !== 'string')
        ? undefined
        : value,
    ),
  ) as OpenAPI3

export async function renderSdkTypes(): Promise<string> {
  const document = JSON.parse(readFileSync(path.join(ROOT, 'openapi.json'), 'utf8')) as OpenAPI3
  return HEADER + astToString(await openapiTS(publicDocument(document)))
}

if (import.meta.main) writeFileSync(FILE, await renderSdkTypes())
