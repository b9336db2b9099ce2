// openapi.json is useful without any other page: every operation explains itself, shows a realistic request
// and response, and names its errors and keys. New operations must do the same; src/api-examples.ts says where examples go.
import { readFileSync } from 'node:fs'
import type { OpenAPIV3_1 } from 'openapi-types'
import { describe, expect, it } from 'vitest'
import { describeApi } from './api-routes.ts'
import type { Operation } from './api-routes.ts'
import { createProblemFinder } from './api-validator.ts'

const { document, operations } = await describeApi()
const problemsOf = createProblemFinder(document)

type Media = OpenAPIV3_1.MediaTypeObject
type Schema = OpenAPIV3_1.SchemaObject
type Body = { name: string; type: string; media: Media }

/** The request and all successful responses of an operation. */
function bodiesOf({ operationId, requestBody, responses = {} }: Operation): Body[] {
  const holders = [
    ['request', requestBody],
    ...Object.entries(responses).filter(([status]) => status.startsWith('2')),
  ] as [string, { content?: Record<string, Media> } | undefined][]
  return holders.flatMap(([what, holder]) =>
    Object.entries(holder?.content ?? {}).map(([type, media]) => ({
      name: `${operationId} ${what} ${type}`,
      type,
      media,
    })),
  )
}

const bodies = operations.flatMap(bodiesOf)
const namesOf = (found: Operation[]) => found.map(({ operationId }) => operationId)

const VERBS = new Set(
  `Accept Add Apply Approve Call Cancel Change Check Choose Create Delete Disable Download Duplicate Enable Explain Export Get Import Invite List Listen Pause Preview Reject Remove Render Replay Reschedule
   Resend Resume Retry Revoke Rotate Schedule Search Send Sign Simulate Skip Start Stop Suppress Test Track Update Verify Wait`.split(
    /\s+/,
  ),
)

describe('the description of every operation', () => {
  it('has a summary that is a short verb phrase', () => {
    const others = operations.filter(
      ({ summary = '' }) =>
        !VERBS.has(summary.split(' ')[0] ?? '') || /[.;:]/.test(summary) || summary.length > 60,
    )
    expect(namesOf(others)).toEqual([])
  })

  it('has a description in sentences, beyond the one about keys', () => {
    const others = operations.filter(({ description = '' }) => {
      const [own = '', keys] = description.split('\n\n')
      return keys === undefined || own.length < 20 || !own.endsWith('.')
    })
    expect(namesOf(others)).toEqual([])
  })

  it('says which keys it accepts', () => {
    expect(namesOf(operations.filter(({ security }) => security === undefined))).toEqual([])
    const accepting = (scheme: string) =>
      namesOf(operations.filter(({ security = [] }) => security.some((one) => scheme in one)))
    expect(accepting('publicKey')).toEqual(['trackEvent'])
    expect(accepting('secretKey').length).toBeGreaterThan(40)
  })

  it('says when a record in use is kept, and that the message names its user', () => {
    const kept = operations.filter(({ operationId = '' }) =>
      ['deleteSegment', 'deleteTemplate', 'deleteDomain'].includes(operationId),
    )
    expect(kept).toHaveLength(3)
    const silent = kept.filter(
      ({ description = '' }) => !/409 `RESOURCE_IN_USE` while .*message names/.test(description),
    )
    expect(namesOf(silent)).toEqual([])
  })

  it('refers to errors that have a description and an example that fits', () => {
    const { responses = {} } = document.components ?? {}
    for (const [name, response] of Object.entries(responses)) {
      const { content, description } = response as OpenAPIV3_1.ResponseObject
      const media = content?.['application/json']
      expect(description).toMatch(/Codes: `[A-Z_]+`/)
      expect([name, ...problemsOf(media?.schema as object, media?.example)]).toEqual([name])
    }
  })
})

describe('the bodies in the description', () => {
  it('are shown with an example each', () => {
    expect(bodies.length).toBeGreaterThan(60)
    expect(bodies.filter(({ media }) => media.example === undefined).map(({ name }) => name)).toEqual([])
  })

  it('have examples that fit their schemas', () => {
    const wrong = bodies.flatMap(({ name, media }) =>
      problemsOf(media.schema as object, media.example).map((problem) => `${name}${problem}`),
    )
    expect(wrong).toEqual([])
  })

  it('that are JSON have a schema with a name', () => {
    const nameless = bodies.filter(
      ({ type, media }) => type === 'application/json' && !('$ref' in (media.schema ?? {})),
    )
    expect(nameless.map(({ name }) => name)).toEqual([])
    expect(Object.keys(document.components?.schemas ?? {})).toEqual(
      expect.arrayContaining(['Address', 'Attachment', 'NamedAddress', 'Recipients']),
    )
  })

  it('share the schemas they have in common, by name', () => {
    const places = Map.groupBy(nestedSchemas(document.components?.schemas), ({ text }) => text)
    const copies = [...places.values()].filter((found) => found.length > 1)
    expect(copies.map((found) => found.map(({ path }) => path))).toEqual([])
    expect(Object.keys(document.components?.schemas ?? {})).toEqual(
      expect.arrayContaining(['EmailBlock', 'RichText', 'SendEmailStep', 'WorkflowStep', 'WorkflowTrigger']),
    )
  })

  it('have schemas whose names generators of clients need for nothing else', () => {
    const schemas = document.components?.schemas ?? {}
    const taken = Object.entries(schemas).flatMap(([name, schema]) => generatedNames(name, schema as Schema))
    expect(taken.filter((name) => name in schemas)).toEqual([])
  })

  it('say what every field of a request is', () => {
    const requests = bodies.filter(
      ({ name, type }) => name.includes(' request ') && type === 'application/json',
    )
    const mute = requests.flatMap(({ name, media }) => {
      const { $ref = '' } = media.schema as { $ref?: string }
      const { properties = {} } = document.components?.schemas?.[$ref.split('/').at(-1) ?? ''] ?? {}
      return Object.entries(properties).flatMap(([field, schema]) =>
        isSelfExplaining(field) || 'description' in schema || '$ref' in schema ? [] : [`${name}: ${field}`],
      )
    })
    expect(mute).toEqual([])
  })
})

/**
 * A class for a field that is described in place is named after both: `trigger` of Workflow becomes WorkflowTrigger. A
 * schema of that name would be overwritten.
 */
function generatedNames(name: string, { properties = {} }: Schema): string[] {
  return Object.entries(properties).flatMap(([field, schema]) => {
    const own = schema as Schema
    const inner = `${name}${field.charAt(0).toUpperCase()}${field.slice(1)}`
    const isClass = Object.keys(own.properties ?? {}).length > 0
    return [...(isClass ? [inner] : []), ...generatedNames(inner, own)]
  })
}

// A few fields that two schemas happen to share are easier to read in place.
const SHORT_SCHEMA = 700

/** The longer schemas with fields or variants, wherever they are written in full. */
function nestedSchemas(node: unknown, path = ''): { path: string; text: string }[] {
  if (typeof node !== 'object' || node === null) return []
  const inner = Object.entries(node).flatMap(([key, value]) =>
    key === 'example' || key === 'examples' ? [] : nestedSchemas(value, `${path}/${key}`),
  )
  if (!('properties' in node || 'oneOf' in node || 'anyOf' in node)) return inner
  const text = JSON.stringify(node)
  return text.length > SHORT_SCHEMA ? [{ path, text }, ...inner] : inner
}

const isSelfExplaining = (field: string) =>
  ['email', 'emails', 'name', 'description', 'filters'].includes(field)

describe('docs/api.md', () => {
  const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
  const fieldsOf = (operation: Operation) =>
    bodiesOf(operation)
      .filter(({ name }) => name.startsWith(`${operation.operationId} 2`))
      .flatMap(({ media }) => {
        const { $ref = '' } = (media.schema ?? {}) as { $ref?: string }
        return Object.keys(document.components?.schemas?.[$ref.split('/').at(-1) ?? '']?.properties ?? {})
      })

  it('names the lists whose pages have numbers', () => {
    const numbered = operations.filter((one) => fieldsOf(one).includes('totalPages'))
    expect(numbered.map(({ path }) => path)).toEqual(['/templates', '/campaigns'])
    expect(numbered.filter(({ path }) => !page.includes(`GET ${path}?page=`))).toEqual([])
  })

  it('names every call on a campaign whose answer is wrapped', () => {
    const wrapped = operations.filter(
      (one) => one.path.startsWith('/campaigns/{id}/') && fieldsOf(one).includes('success'),
    )
    const actions = wrapped.map(({ path }) => path.split('/').at(-1) ?? '')
    expect(actions).toContain('stats')
    const [, sentence = ''] = /those on one\s+campaign \(([^)]*)\) wrap it/.exec(page) ?? []
    expect(actions.filter((action) => !sentence.includes(action))).toEqual([])
  })
})
