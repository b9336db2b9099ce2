import { describe, expect, it } from 'vitest'
import { json, useJsonService } from '../../../../../test/support/servers/json-service.ts'
import { EXIT } from '../../../failure.ts'
import { createSourceClient } from './source-client.ts'

const service = await useJsonService(({ path }) =>
  path === '/missing' ? json(404, {}) : json(200, { text: 'as it should be' }),
)

const open = (signal = new AbortController().signal) =>
  createSourceClient({
    name: 'Service',
    url: service.url,
    headers: { authorization: 'Bearer secret' },
    signal,
    firstDelayMs: 1,
  })

describe('requests to another service', () => {
  it('are repeated after a refusal, a failure and an answer that was cut off', async () => {
    service.faults.push(json(429, {}, { 'retry-after': '0' }), json(500, {}), 'cut off', {
      status: 200,
      body: '{"te',
    })
    expect(await open().get('/records', { page: 1, none: undefined })).toEqual({ text: 'as it should be' })
    expect(service.requests.map(({ path, query }) => `${path}?${query.toString()}`)).toEqual(
      Array.from({ length: 5 }, () => '/records?page=1'),
    )
  })

  it.each([
    [401, EXIT.access, 1],
    [403, EXIT.access, 1],
    [400, EXIT.failure, 1],
    [302, EXIT.failure, 1],
    [503, EXIT.failure, 6],
  ])(
    'that are answered with %i fail with the exit status %i after %i tries',
    async (status, exitStatus, tries) => {
      service.faults.push(
        ...Array.from({ length: 6 }, () => json(status, {}, { location: 'http://127.0.0.1:1/' })),
      )
      const failure = await open()
        .get('/records', { token: 'query-secret' })
        .then(
          () => undefined,
          (error: Error) => error,
        )
      expect(failure).toMatchObject({ exitStatus })
      expect(failure?.message).not.toContain('secret')
      expect(service.requests).toHaveLength(tries)
    },
  )

  it('are not repeated when the service asks for more patience than a person has', async () => {
    service.faults.push(json(429, {}, { 'retry-after': '3600' }))
    await expect(open().get('/records')).rejects.toMatchObject({ exitStatus: EXIT.failure })
    expect(service.requests).toHaveLength(1)
  })

  it('name a record that does not exist, and a server that is away', async () => {
    await expect(open().get('/missing')).rejects.toMatchObject({ exitStatus: EXIT.notFound })
    const away = createSourceClient({
      name: 'Service',
      url: 'http://127.0.0.1:1',
      headers: {},
      signal: new AbortController().signal,
      firstDelayMs: 1,
    })
    await expect(away.get('/records')).rejects.toMatchObject({ exitStatus: EXIT.unreachable })
  })

  it('end when the command is told to end', async () => {
    const controller = new AbortController()
    controller.abort()
    await expect(open(controller.signal).get('/records')).rejects.toThrow(/abort/)
  })
})
