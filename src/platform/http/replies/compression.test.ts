import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildContact } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { accepts } from './compression.ts'

const test = useTestApp()

const list = (encoding: string | undefined, limit = '50') =>
  call(test, ['GET', '/contacts'], {
    query: { limit },
    headers: encoding === undefined ? {} : { 'accept-encoding': encoding },
  })

beforeAll(async () => {
  for (let i = 0; i < 30; i += 1) await buildContact(test, { data: { note: 'x'.repeat(200) } })
})

describe('a large answer', () => {
  it('is compressed for clients that accept it, and the same otherwise', async () => {
    const plain = await list(undefined)
    const compressed = await list('br, gzip, deflate')
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip' })
    expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body)
    expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
    expect(Number(compressed.headers['content-length'])).toBe(compressed.rawPayload.length)
  })

  it.each([undefined, 'identity', 'gzip;q=0', 'br'])(
    'is plain for a client that accepts %s',
    async (encoding) => {
      const reply = await list(encoding)
      expect(reply.headers).not.toHaveProperty('content-encoding')
      expect(reply.headers['vary']).toContain('Accept-Encoding')
      expect(reply.json()).toMatchObject({ total: 30 })
    },
  )

  it('can be asked for again with the same idempotency key', async () => {
    const body = { name: 'Large', subject: 'Hi', body: `<p>${'x'.repeat(6_000)}</p>` }
    const headers = { 'accept-encoding': 'gzip', 'idempotency-key': 'large-template' }
    const [first, again] = [
      await call(test, ['POST', '/templates'], { body, headers }),
      await call(test, ['POST', '/templates'], { body, headers }),
    ]
    expect([first.statusCode, first.headers['content-encoding']]).toEqual([201, 'gzip'])
    expect(gunzipSync(again.rawPayload)).toEqual(gunzipSync(first.rawPayload))
  })
})

it('is not compressed if it is small', async () => {
  const reply = await list('gzip', '1')
  expect(reply.headers).not.toHaveProperty('content-encoding')
})

describe('an encoding', () => {
  it.each([
    ['gzip', true],
    ['br, gzip', true],
    ['GZIP;q=0.5', true],
    ['gzip;q=1.0', true],
    ['gzip;q=0', false],
    ['x-gzip', false],
    [undefined, false],
  ])('%s is accepted: %s', (header, expected) => {
    expect(accepts(header, 'gzip')).toBe(expected)
  })
})
