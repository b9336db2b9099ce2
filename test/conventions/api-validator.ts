// Checks values against the schemas of the API description, with the validator that Fastify brings along.
import { createRequire } from 'node:module'
import type { OpenAPIV3_1 } from 'openapi-types'

type Validator = {
  addSchema(schema: object, key: string): void
  compile(
    schema: object,
  ): ((value: unknown) => boolean) & { errors?: { instancePath: string; message?: string }[] }
}

/** For the dialect of OpenAPI 3.1. */
function createValidator(document: OpenAPIV3_1.Document): Validator {
  const load = createRequire(createRequire(import.meta.url).resolve('@fastify/ajv-compiler'))
  const { Ajv2020 } = load('ajv/dist/2020.js') as { Ajv2020: new (options: object) => Validator }
  const addFormats = load('ajv-formats') as (validator: Validator) => void
  const validator = new Ajv2020({ strict: false, allErrors: true })
  addFormats(validator)
  validator.addSchema({ ...document, $id: 'api' }, 'api')
  return validator
}

const inDocument = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as object

/** Whether a value fits a schema of the document. */
export function createMatcher(document: OpenAPIV3_1.Document) {
  const validator = createValidator(document)
  return (schema: object, value: unknown): boolean => validator.compile(inDocument(schema))(value)
}

/** The problems of a value, as `path: problem`; empty if it is valid. */
export function createProblemFinder(document: OpenAPIV3_1.Document) {
  const validator = createValidator(document)
  return (schema: object, value: unknown): string[] => {
    const matches = validator.compile(inDocument(schema))
    if (matches(value)) return []
    return (matches.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`)
  }
}
