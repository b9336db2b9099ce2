import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, buildKey, readContact, uploadCsv } from '../../../../test/support/factories.ts'
import { runJob } from '../../../../test/support/jobs.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import type { CallOptions, Reply } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { deleteIdempotencyKeysJob } from '../../jobs/upkeep.ts'

const test = useTestApp({ JSON_LIMIT_MB: '1' })

const HOUR_MS = 3_600_000

type Request = Parameters<typeof call>[1]

/** Returns a function that sends the same request repeatedly with one fresh Idempotency-Key. */
function repeat(
  request: Request,
  options: CallOptions = {},
  key: string = randomUUID(),
): () => Promise<Reply> {
  return () => call(test, request, { ...options, headers: { ...options.headers, 'idempotency-key': key } })
}

const isReplay = (reply: Reply) => reply.headers['idempotency-replayed'] === 'true'

const countKeys = async (name: string) => {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from api_keys where name = ${name}`.execute(test.deps.database.db)
  return rows[0]?.count
}

describe('the same request with the same Idempotency-Key', () => {
  it('gets the first answer again, marked, and has no second effect', async () => {
    const send = repeat(['POST', '/contacts'], { body: { email: 'again@example.com', data: { n: 1 } } })
    const first = await send()
    expect(first.statusCode).toBe(201)
    expect(isReplay(first)).toBe(false)
    await call(test, ['POST', '/contacts'], { body: { email: 'again@example.com', data: { n: 2 } } })
    const second = await send()
    expect(second.statusCode).toBe(201)
    expect(isReplay(second)).toBe(true)
    expect(second.body).toBe(first.body)
    expect(second.headers['content-type']).toBe(first.headers['content-type'])
    expect((await readContact(test, 'again@example.com'))?.data).toEqual({ n: 2 })
  })

  it('has a request id of its own', async () => {
    const send = repeat(['PATCH', '/project'], { body: {} })
    expect((await send()).headers['x-request-id']).not.toBe((await send()).headers['x-request-id'])
  })

  it('gets a 204 again without a body', async () => {
    const { id } = await buildContact(test)
    const send = repeat(['DELETE', `/contacts/${id}`])
    expect((await send()).statusCode).toBe(204)
    const second = await send()
    expect(second.statusCode).toBe(204)
    expect(second.body).toBe('')
    expect(isReplay(second)).toBe(true)
  })

  it('never shows a secret again, nor stores it', async () => {
    const send = repeat(['POST', '/keys'], { body: { name: 'Shown once' } })
    const first = (await send()).json<{ id: string; key: string }>()
    expect(first.key).toMatch(/^sk_/)
    expect((await send()).json()).toEqual({ ...first, key: null })
    const { rows } = await sql`select body from idempotency_keys where body like ${`%${first.key}%`}`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([])
    expect(await countKeys('Shown once')).toBe(1)
  })

  it('gets a refusal of a call that shows a secret again as it was', async () => {
    const send = repeat(['POST', `/keys/${randomUUID()}/rotate`], { body: {} })
    const [first, second] = [await send(), await send()]
    expect([first.statusCode, isReplay(second)]).toEqual([404, true])
    expect(second.body).toBe(first.body)
  })

  it('recognises a form by its content: the boundary is another every time', async () => {
    const key = randomUUID()
    const send = (boundary: string, content: string) => uploadForm({ boundary, content, key })
    const first = await send('first', 'email\r\na@example.com\r\n')
    const second = await send('second', 'email\r\na@example.com\r\n')
    expect(second.json()).toEqual(first.json())
    expect(isReplay(second)).toBe(true)
    expect(errorOf(await send('third', 'email\r\nb@example.com\r\n')).code).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  it('starts one import, not two', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const [first, second] = [
      await uploadCsv(test, 'email\n', { headers }),
      await uploadCsv(test, 'email\n', { headers }),
    ]
    expect(second.json<{ jobId: string }>().jobId).toBe(first.json<{ jobId: string }>().jobId)
  })

  it('runs anew after 24 hours, and not a moment before', async () => {
    const send = repeat(['POST', '/keys'], { body: { name: 'A day' } })
    await send()
    test.clock.advance(24 * HOUR_MS - 60_000)
    expect(isReplay(await send())).toBe(true)
    test.clock.advance(60_000)
    const late = await send()
    expect(isReplay(late)).toBe(false)
    expect(late.json()).toMatchObject({ key: expect.stringMatching(/^sk_/) as string })
    expect(isReplay(await send())).toBe(true)
    expect(await countKeys('A day')).toBe(2)
  })

  function uploadForm({ boundary, content, key }: { boundary: string; content: string; key: string }) {
    return call(test, ['POST', '/contacts/import'], {
      body: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${content}\r\n--${boundary}--\r\n`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'idempotency-key': key },
    })
  }
})

describe('another request with the same Idempotency-Key', () => {
  it.each<{ what: string; request: Request; options: CallOptions }>([
    { what: 'another body', request: ['POST', '/keys'], options: { body: { name: 'Second' } } },
    {
      what: 'the same body spelled otherwise',
      request: ['POST', '/keys'],
      options: { body: '{"name": "First"}', headers: { 'content-type': 'application/json' } },
    },
    {
      what: 'another path',
      request: ['POST', '/contacts'],
      options: { body: { email: 'a@example.com' } },
    },
    { what: 'another method', request: ['PATCH', '/project'], options: { body: { name: 'First' } } },
  ])('is a 409 without an effect: $what', async ({ request, options }) => {
    const key = randomUUID()
    expect((await repeat(['POST', '/keys'], { body: { name: 'First' } }, key)()).statusCode).toBe(201)
    const reply = await repeat(request, options, key)()
    expect(reply.statusCode).toBe(409)
    expect(errorOf(reply).code).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(isReplay(reply)).toBe(false)
    expect(await countKeys('Second')).toBe(0)
  })

  it('is a 409 without an effect: another query', async () => {
    const upload = (subscribed: string, key: string) =>
      uploadCsv(test, 'email\nann@example.com', {
        headers: { 'idempotency-key': key },
        query: { subscribed },
      })
    const key = randomUUID()
    expect((await upload('true', key)).statusCode).toBe(202)
    const reply = await upload('false', key)
    expect([reply.statusCode, errorOf(reply).code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
  })

  it('of another project is another matter', async () => {
    const key = randomUUID()
    const body = { email: 'shared@example.com' }
    const ours = await repeat(['POST', '/contacts'], { body }, key)()
    const theirs = await repeat(['POST', '/contacts'], { body, key: test.other.secretKey }, key)()
    expect(theirs.statusCode).toBe(201)
    expect(isReplay(theirs)).toBe(false)
    expect(theirs.json<{ id: string }>().id).not.toBe(ours.json<{ id: string }>().id)
  })

  it('that only reads is not looked at', async () => {
    const key = randomUUID()
    const first = await repeat(['GET', '/contacts'], {}, key)()
    await buildContact(test)
    const second = await repeat(['GET', '/contacts'], {}, key)()
    expect(second.json<{ total: number }>().total).toBe(first.json<{ total: number }>().total + 1)
    expect(isReplay(second)).toBe(false)
  })
})

describe('a refusal that records decided', () => {
  it('is stored: a 404, although the request would now succeed', async () => {
    const id = randomUUID()
    const send = repeat(['PATCH', `/contacts/${id}`], { body: { data: { n: 1 } } })
    expect((await send()).statusCode).toBe(404)
    const { id: other } = await buildContact(test)
    await sql`delete from events where contact_id = ${other}`.execute(test.deps.database.db)
    await sql`update contacts set id = ${id} where id = ${other}`.execute(test.deps.database.db)
    const second = await send()
    expect(second.statusCode).toBe(404)
    expect(errorOf(second).code).toBe('CONTACT_NOT_FOUND')
    expect(isReplay(second)).toBe(true)
  })

  it('is stored: a 409 CONFLICT, although the statement broke the transaction', async () => {
    const taken = await buildContact(test)
    const { id } = await buildContact(test)
    const send = repeat(['PATCH', `/contacts/${id}`], { body: { email: taken.email } })
    expect(errorOf(await send()).code).toBe('CONFLICT')
    await call(test, ['DELETE', `/contacts/${taken.id}`])
    const second = await send()
    expect(second.statusCode).toBe(409)
    expect(errorOf(second).code).toBe('CONFLICT')
    expect(isReplay(second)).toBe(true)
    const fresh = await repeat(['PATCH', `/contacts/${id}`], { body: { email: taken.email } })()
    expect(fresh.statusCode).toBe(200)
  })

  it('is stored: a 400 INVALID_STATE', async () => {
    const expiresAt = new Date(test.clock.now().getTime() + 60_000).toISOString()
    const made = await call(test, ['POST', '/keys'], { body: { name: 'Short', expiresAt } })
    test.clock.advance(61_000)
    const send = repeat(['POST', `/keys/${made.json<{ id: string }>().id}/rotate`])
    const first = await send()
    expect(first.statusCode).toBe(400)
    expect(errorOf(first).code).toBe('INVALID_STATE')
    const second = await send()
    expect(second.statusCode).toBe(400)
    expect(isReplay(second)).toBe(true)
  })
})

describe('a mistake of the request itself', () => {
  const good = { body: { email: 'mended@example.com' } }
  const JSON_TYPE = { 'content-type': 'application/json' }

  it.each<{ what: string; status: number; bad: () => CallOptions | Promise<CallOptions> }>([
    { what: 'invalid fields', status: 422, bad: () => ({ body: { email: 'nobody' } }) },
    { what: 'bad JSON', status: 400, bad: () => ({ body: '{', headers: JSON_TYPE }) },
    { what: 'too much', status: 413, bad: () => ({ body: `[${'1,'.repeat(20_001)}1]`, headers: JSON_TYPE }) },
    { what: 'no key', status: 401, bad: () => ({ ...good, key: null }) },
    {
      what: 'a key that may not',
      status: 403,
      bad: async () => ({ ...good, key: await buildKey(test, { scopes: ['read'] }) }),
    },
  ])('is not kept: $what', async ({ status, bad }) => {
    const key = randomUUID()
    expect((await repeat(['POST', '/contacts'], await bad(), key)()).statusCode).toBe(status)
    const reply = await repeat(['POST', '/contacts'], good, key)()
    expect(reply.statusCode).toBeLessThan(300)
    expect(isReplay(reply)).toBe(false)
  })

  it('is not stored: an error of the server', async () => {
    const { db } = test.deps.database
    const send = repeat(['POST', '/contacts'], { body: { email: 'later@example.com' } })
    await sql`alter table contacts rename to contacts_away`.execute(db)
    expect((await send()).statusCode).toBe(500)
    await sql`alter table contacts_away rename to contacts`.execute(db)
    const second = await send()
    expect(second.statusCode).toBe(201)
    expect(isReplay(second)).toBe(false)
  })
})

describe('the form of an Idempotency-Key', () => {
  it.each([
    ['nothing', ''],
    ['256 characters', 'k'.repeat(256)],
    ['a letter beyond ASCII', 'schl\u00fcssel'],
    ['a tab', 'a\tb'],
  ])('is a 400 with %s', async (_what, key) => {
    const reply = await repeat(['PATCH', '/project'], { body: {} }, key)()
    expect(reply.statusCode).toBe(400)
    expect(errorOf(reply).code).toBe('BAD_REQUEST')
  })

  it.each([
    ['one character', 'k'],
    ['255 characters', 'k'.repeat(255)],
    ['spaces and signs', 'order 17: "a/b" ~'],
  ])('is good with %s', async (_what, key) => {
    expect((await repeat(['PATCH', '/project'], { body: {} }, key)()).statusCode).toBe(200)
  })
})

describe('platform.forget-answers', () => {
  it('removes what is past its 24 hours and nothing else, however often it runs', async () => {
    const { db } = test.deps.database
    await repeat(['PATCH', '/project'], { body: {} }, 'old')()
    test.clock.advance(23 * HOUR_MS)
    await repeat(['PATCH', '/project'], { body: {} }, 'young')()
    test.clock.advance(2 * HOUR_MS)
    await runJob(test.deps, deleteIdempotencyKeysJob, { payload: {} })
    await runJob(test.deps, deleteIdempotencyKeysJob, { payload: {} })
    const { rows } = await sql<{ key: string }>`select key from idempotency_keys`.execute(db)
    expect(rows.map((row) => row.key)).toEqual(['young'])
  })
})
