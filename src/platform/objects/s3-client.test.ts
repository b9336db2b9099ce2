import { hash, randomBytes } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useS3Server } from '../../../test/support/servers/s3-server.ts'
import type { S3Fault } from '../../../test/harness/s3-server.ts'
import { systemClock } from '../clock.ts'
import { readObjectStoreUrl } from './object-store-url.ts'
import { createS3Client, objectUrl } from './s3-client.ts'
import type { S3Client, S3Limits } from './s3-client.ts'

const s3 = await useS3Server()

const clientOf = (setting = s3.setting, limits: Partial<S3Limits> = {}): S3Client => {
  const store = readObjectStoreUrl(setting)
  const credentials = store.credentials ?? { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const client = createS3Client({
    store: { ...store, credentials },
    clock: systemClock,
    limits: { idleMs: 30_000, totalMs: 60_000, pausesMs: [1, 1], ...limits },
  })
  onTestFinished(() => client.close())
  return client
}

const object = (bytes: Buffer) => ({ bytes, sha256: hash('sha256', bytes, 'hex') })
const unavailable = (words: RegExp) => ({
  failure: 'unavailable',
  reason: expect.stringMatching(words) as string,
})

describe('an object', () => {
  it('is written, read, and deleted twice', async () => {
    const client = clientOf()
    const bytes = randomBytes(3_000_000)
    await client.put('p/images/one', object(bytes))
    expect((await client.get('p/images/one')).equals(bytes)).toBe(true)
    await client.delete('p/images/one')
    await client.delete('p/images/one')
    await expect(client.get('p/images/one')).rejects.toMatchObject({ failure: 'missing' })
  })

  it('is below the prefix', async () => {
    await clientOf(`${s3.setting}&prefix=a/b`).put('x', object(Buffer.from('x')))
    expect(await s3.keys()).toContain('a/b/x')
  })

  it('has no URL that works without the credentials', async () => {
    const client = clientOf()
    await client.put('y', object(Buffer.from('y')))
    await client.get('y')
    expect(s3.requests.map(({ query }) => query)).toEqual(['', ''])
  })
})

describe('a store that fails for a moment', () => {
  it.each<[string, S3Fault]>([
    ['is busy', { status: 503, code: 'SlowDown' }],
    ['has an error inside', { status: 500, code: 'InternalError' }],
    ['drops the connection', 'drop'],
    ['loses an upload in the middle', 'half the request'],
    ['loses its answer', 'no answer'],
  ])('gets the object on the second try: it %s', async (_what, fault) => {
    let times = 0
    s3.fault = () => ((times += 1) === 1 ? fault : undefined)
    const client = clientOf()
    await client.put('retried', object(Buffer.alloc(500_000, 1)))
    expect(times).toBe(2)
    expect((await client.get('retried')).length).toBe(500_000)
  })

  it('is asked again when its answer ends in the middle', async () => {
    const client = clientOf()
    await client.put('halved', object(Buffer.alloc(500_000, 2)))
    s3.fault = () => (s3.requests.length === 2 ? 'half the answer' : undefined)
    expect((await client.get('halved')).length).toBe(500_000)
  })
})

describe('a store that does not work', () => {
  it.each<[S3Fault, number, RegExp]>([
    [{ status: 503, code: 'SlowDown' }, 3, /answered 503 SlowDown/],
    [{ status: 403, code: 'AccessDenied' }, 1, /answered 403 AccessDenied/],
    [{ status: 404, code: 'NoSuchBucket' }, 1, /answered 404 NoSuchBucket/],
    ['drop', 3, /it was closed|hang up/],
    ['half the answer', 3, /failed/],
  ])('is unavailable after the tries: %j', async (fault, tries, words) => {
    s3.fault = () => fault
    await expect(clientOf().get('any')).rejects.toMatchObject(unavailable(words))
    expect(s3.requests).toHaveLength(tries)
  })

  it('is unavailable when it refuses the signature', async () => {
    const wrong = s3.setting.replace('S3RVER:S3RVER', 'S3RVER:wrong')
    await expect(clientOf(wrong).get('any')).rejects.toMatchObject(unavailable(/403 SignatureDoesNotMatch/))
  })

  it('is unavailable when nothing listens', async () => {
    const client = clientOf('s3://A:B@mail-objects?endpoint=http://127.0.0.1:9')
    await expect(client.get('any')).rejects.toMatchObject(unavailable(/nothing accepts connections/))
  })

  it.each([
    ['says nothing', { idleMs: 50 }, /no answer within/],
    ['takes too long', { totalMs: 50 }, /did not finish/],
  ])('is given up once, without another try, when it %s', async (_what, limits, words) => {
    s3.fault = () => 'silence'
    await expect(clientOf(s3.setting, limits).get('any')).rejects.toMatchObject(unavailable(words))
    // None, if the machine was too slow to send it in time.
    expect(s3.requests.length).toBeLessThan(2)
  })
})

it.each([
  ['s3://A:B@box?region=eu-west-1', 'https://box.s3.eu-west-1.amazonaws.com/k'],
  ['s3://A:B@box?region=eu-west-1&style=path', 'https://s3.eu-west-1.amazonaws.com/box/k'],
  ['s3://A:B@box?endpoint=http://store:9000&prefix=p', 'http://store:9000/box/p/k'],
  ['s3://A:B@box?endpoint=https://store&style=virtual-host', 'https://box.store/k'],
])('%s has its objects at %s', (setting, url) => {
  expect(objectUrl(readObjectStoreUrl(setting), 'k').href).toBe(url)
})
