import type { OpenAPIV3_1 } from 'openapi-types'
import { describe, expect, it } from 'vitest'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { tidyDocument } from './openapi-document.ts'

const test = useTestApp({ PUBLIC_URL: 'https://mail.example.com' })

type Operation = OpenAPIV3_1.OperationObject
type Schema = OpenAPIV3_1.SchemaObject

async function readDocument(): Promise<OpenAPIV3_1.Document> {
  return (await call(test, ['GET', '/openapi.json'], { key: null })).json<OpenAPIV3_1.Document>()
}

async function readOperation(path: string, method: 'get' | 'post' | 'patch' | 'delete'): Promise<Operation> {
  const operation = (await readDocument()).paths?.[path]?.[method]
  if (!operation) throw new Error(`${method} ${path} is not described`)
  return operation
}

describe('GET /openapi.json', () => {
  it('describes the API of this server, without a key', async () => {
    const document = await readDocument()
    expect(document.openapi).toBe('3.1.0')
    expect(document.info.version).toBe(test.deps.config.version)
    expect(document.servers).toEqual([
      {
        url: '{protocol}://{host}',
        description: 'Your server.',
        variables: {
          protocol: { default: 'https', enum: ['https', 'http'] },
          host: { default: 'mail.example.com', description: expect.any(String) as string },
        },
      },
    ])
    expect(document.security).toEqual([{ secretKey: [] }])
    expect(document.components?.securitySchemes).toMatchObject({
      secretKey: { type: 'http', scheme: 'bearer' },
      publicKey: { type: 'http', scheme: 'bearer' },
    })
    const tags = document.tags?.map(({ name }) => name) ?? []
    for (const operations of Object.values(document.paths ?? {})) {
      for (const operation of Object.values(operations ?? {}) as Operation[]) {
        expect(tags).toEqual(expect.arrayContaining(operation.tags ?? ['none']))
      }
    }
  })

  it('says for every call which key it accepts, for programs and for people', async () => {
    expect((await readOperation('/health', 'get')).security).toEqual([])
    expect((await readOperation('/metrics', 'get')).security).toEqual([{ metricsToken: [] }, {}])
    const list = await readOperation('/contacts', 'get')
    expect(list.security).toEqual([{ secretKey: [] }])
    expect(list.description).toMatch(/secret key with the scope `read` or `full`\.$/)
    const track = await readOperation('/v1/track', 'post')
    expect(track.security).toEqual([{ publicKey: [] }, { secretKey: [] }])
  })

  it('says nothing that generators of clients in other languages do not read', async () => {
    const text = JSON.stringify(await readDocument())
    expect(text.match(/\\\\[pP]\{[^}]*\}/g)).toBeNull()
    expect(text.match(/"const":(true|false)/g)).toBeNull()
  })

  it('names the conflict of an Idempotency-Key for every call that takes one', async () => {
    const operations = Object.entries((await readDocument()).paths ?? {}).flatMap(([path, methods]) =>
      (Object.entries(methods ?? {}) as [string, Operation][]).map(([method, { responses = {} }]) => ({
        name: `${method} ${path}`,
        isWriting: method !== 'get',
        hasConflict: '409' in responses,
      })),
    )
    const unnamed = operations.filter(({ isWriting, hasConflict }) => isWriting && !hasConflict)
    expect(operations.length).toBeGreaterThan(100)
    expect(unnamed.map(({ name }) => name)).toEqual([])
  })

  it('gives each schema one name, and none that no call mentions', async () => {
    const document = await readDocument()
    const names = Object.keys(document.components?.schemas ?? {})
    expect(names.filter((name) => name.endsWith('Input'))).toEqual([])
    const text = JSON.stringify(document)
    expect(names.filter((name) => !text.includes(`"#/components/schemas/${name}"`))).toEqual([])
    const mentioned = text.matchAll(/"#\/components\/schemas\/([^"]+)"/g).map(([, name]) => name)
    expect(names).toEqual(expect.arrayContaining([...mentioned]))
  })

  it('shows an answer with a body, and a 204 without', async () => {
    const upsert = await readOperation('/contacts', 'post')
    expect(upsert.responses?.['201']).toEqual({
      description: 'Created.',
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/UpsertedContact' },
          example: expect.objectContaining({ email: 'ada@example.com' }) as unknown,
        },
      },
    })
    const remove = await readOperation('/contacts/{id}', 'delete')
    expect(remove.responses?.['204']).toEqual({ description: 'No content' })
    expect(remove).not.toHaveProperty('requestBody')
  })

  it('describes an error once, with its body and the time to wait', async () => {
    const upsert = await readOperation('/contacts', 'post')
    expect(upsert.responses?.['429']).toEqual({ $ref: '#/components/responses/TooManyRequests' })
    expect(upsert.responses).toHaveProperty('413')
    expect((await readDocument()).components?.responses?.['TooManyRequests']).toMatchObject({
      description: expect.stringContaining('Codes: `RATE_LIMIT_EXCEEDED`.') as string,
      headers: { 'Retry-After': { schema: { type: 'integer' } } },
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          example: { error: { code: 'RATE_LIMIT_EXCEEDED', statusCode: 429 } },
        },
      },
    })
  })

  it('keeps the body of an error that a route describes itself', async () => {
    const schemaOf = async (path: string, method: 'get' | 'post', status: string) => {
      const response = (await readOperation(path, method)).responses?.[status]
      return (response as OpenAPIV3_1.ResponseObject).content?.['application/json']?.schema
    }
    const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    expect(await schemaOf('/inbox/wait', 'get', '404')).toEqual(reference('InboxWaitTimeout'))
    expect(await schemaOf('/mcp', 'post', '400')).toEqual({
      anyOf: [reference('Error'), reference('McpFailure')],
    })
  })

  it('names the keys of a record that has all of them', async () => {
    const { components } = await readDocument()
    const { executions } = (components?.schemas?.['WorkflowStatistics']?.properties ?? {}) as Record<
      string,
      Schema
    >
    expect(Object.keys(executions?.properties ?? {})).toEqual(executions?.required)
  })

  it('names a default of a body field in words, so that generated clients keep the field optional', async () => {
    const { components } = await readDocument()
    expect(JSON.stringify(components?.schemas)).not.toContain('"default":')
    const properties = components?.schemas?.['Attachment']?.properties as Record<string, Schema> | undefined
    expect(properties?.['disposition']?.description).toMatch(/ Default: "attachment"\.$/)
    expect(components?.schemas?.['Attachment']?.required).toEqual(['filename', 'content'])
  })

  it('shows in paths the id of the record in the examples', async () => {
    const { components } = await readDocument()
    const shown = components?.schemas?.['Contact']?.examples as { id: string }[] | undefined
    for (const path of ['/contacts/{id}', '/contacts/{id}/events']) {
      const { parameters } = await readOperation(path, 'get')
      expect(parameters).toContainEqual(expect.objectContaining({ name: 'id', example: shown?.[0]?.id }))
    }
  })

  it('requires a body only where it has required fields', async () => {
    const bodyOf = async (path: string) => (await readOperation(path, 'post')).requestBody
    expect(await bodyOf('/contacts')).toMatchObject({ required: true })
    expect(await bodyOf('/keys/{id}/rotate')).toMatchObject({ required: false })
  })

  it('names the bounds and the default of a parameter, not the pattern behind them', async () => {
    const { parameters } = await readOperation('/contacts', 'get')
    expect(parameters).toContainEqual({
      in: 'query',
      name: 'limit',
      required: false,
      description: 'Items per page.',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    })
  })

  it('shows true or false as what it is', async () => {
    const { parameters } = await readOperation('/contacts', 'get')
    expect(parameters).toContainEqual(
      expect.objectContaining({ name: 'total', schema: { type: 'boolean', default: true } }),
    )
    expect(parameters).toContainEqual(
      expect.objectContaining({ name: 'subscribed', schema: { type: 'boolean' } }),
    )
  })

  it('offers the Idempotency-Key on every call that changes something', async () => {
    const reference = { $ref: '#/components/parameters/IdempotencyKey' }
    expect((await readOperation('/contacts', 'post')).parameters).toContainEqual(reference)
    expect((await readOperation('/project', 'patch')).parameters).toContainEqual(reference)
    expect((await readOperation('/contacts/{id}', 'delete')).parameters).toContainEqual(reference)
    expect((await readOperation('/contacts', 'get')).parameters).not.toContainEqual(reference)
  })

  it('shows an import as a file or as a form, and an export as CSV', async () => {
    const { requestBody } = await readOperation('/contacts/import', 'post')
    expect(requestBody).toMatchObject({
      required: true,
      content: {
        'text/csv': { schema: { type: 'string', format: 'binary' } },
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file'],
            properties: { file: { type: 'string', format: 'binary' } },
          },
        },
      },
    })
    const { responses } = await readOperation('/contacts/export', 'get')
    expect(responses?.['200']).toMatchObject({ content: { 'text/csv': { schema: { type: 'string' } } } })
  })
})

describe('a schema that is sent and answered in two forms', () => {
  const generated = (input: object, output: object) =>
    tidyDocument({
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      paths: {
        '/a': {
          post: {
            requestBody: {
              content: { 'application/json': { schema: { $ref: '#/components/schemas/AInput' } } },
            },
            responses: {
              200: {
                description: 'Default Response',
                content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } },
              },
            },
          },
        },
      },
      components: { schemas: { AInput: input, A: output, BInput: {}, B: {} } },
    })

  it('keeps both names if the forms differ, and one if not', () => {
    const names = (document: OpenAPIV3_1.Document) => Object.keys(document.components?.schemas ?? {})
    expect(names(generated({ type: 'string' }, { type: 'number' }))).toEqual(['A', 'AInput'])
    const same = generated({ type: 'string' }, { type: 'string' })
    expect(names(same)).toEqual(['A'])
    expect(JSON.stringify(same)).not.toContain('AInput')
  })
})

describe('GET /docs', () => {
  it('is a page that loads nothing from elsewhere', async () => {
    const reply = await call(test, ['GET', '/docs/'], { key: null })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toContain('text/html')
    expect(reply.headers['content-security-policy']).toMatch(/^default-src 'none';.*connect-src 'self'/)
    for (const [, url = ''] of reply.body.matchAll(/<(?:script|link|img)[^>]+(?:src|href)="([^"]+)"/g)) {
      expect(url).not.toMatch(/^(https?:)?\/\//)
    }
  })

  it('runs only scripts of this server, and has none in the page itself', async () => {
    const { headers, body } = await call(test, ['GET', '/docs/'], { key: null })
    expect(headers['content-security-policy']).toContain("; script-src 'self'; ")
    const scripts = [...body.matchAll(/<script[^>]*>[^]*?<\/script>/g)].map(([script]) => script)
    expect(scripts).toEqual(['<script src="js/scalar.js"></script>', '<script src="js/start.js"></script>'])
    const { body: start } = await call(test, ['GET', '/docs/js/start.js'], { key: null })
    expect(start).toContain('"url":"/openapi.json"')
  })

  it('leads from the address without a slash, and serves its script', async () => {
    const start = await call(test, ['GET', '/docs'], { key: null })
    expect([301, 302]).toContain(start.statusCode)
    const page = await call(test, ['GET', '/docs/'], { key: null })
    const [, script = ''] = /<script[^>]+src="([^"]+)"/.exec(page.body) ?? []
    const reply = await call(test, ['GET', new URL(script, 'http://localhost/docs/').pathname], { key: null })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toContain('javascript')
    expect(reply.headers['cache-control']).toBe('public, max-age=3600')
  })
})

describe('GET /docs with a strange Host', () => {
  it.each(['%', 'a b', '[', 'x'.repeat(300), '\u00e4', 'a/../b', ''])(
    '%s is no error of the server',
    async (host) => {
      for (const url of ['/docs', '/docs/']) {
        expect((await test.app.inject({ url, headers: { host } })).statusCode).toBeLessThan(500)
      }
    },
  )
})
