// Emails of megabytes must not slow down other requests.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { inFreshProject, makeEmail } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { buildApp } from '../../../app.ts'
import type { ThreadPool } from '../../../platform/threads/thread-pool.ts'

const test = useTestApp()

const FILE = randomBytes(2_000_000)
const RAW = Buffer.from(
  [
    'Subject: Large',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'See the file.',
    '--b',
    'Content-Type: application/pdf',
    'Content-Disposition: attachment; filename=large.pdf',
    'Content-Transfer-Encoding: base64',
    '',
    ...(FILE.toString('base64').match(/.{1,76}/g) ?? []),
    '--b--',
    '',
  ].join('\r\n'),
)

/** The real threads, with tasks held until the test releases them. */
const gate = { arrived: 0, open: () => undefined as void, promise: Promise.resolve() }
const held = {} as TestApp
beforeAll(async () => {
  const { threads } = test.deps
  const run: ThreadPool['run'] = async (task, input, options) => {
    gate.arrived += 1
    await gate.promise
    return threads.run(task, input, options)
  }
  const deps = { ...test.deps, threads: { ...threads, run } }
  Object.assign(held, test, { deps, app: await buildApp(deps) })
})
afterAll(() => held.app.close())

const close = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  Object.assign(gate, { arrived: 0, promise, open: resolve })
  onTestFinished(() => resolve())
}

type Files = { attachments: { bytes: number }[] }

describe('an email of megabytes', () => {
  it.each<[string, (reply: Reply) => unknown, unknown]>([
    ['content', (reply) => reply.json<{ text: string }>().text, 'See the file.\n'],
    ['attachments', (reply) => reply.json<Files>().attachments.map(({ bytes }) => bytes), [FILE.length]],
    ['attachments/0', (reply) => reply.rawPayload.equals(FILE), true],
  ])(
    'is parsed in a thread for %s, and other requests are answered meanwhile',
    async (what, read, expected) => {
      const own = await inFreshProject(held)
      const id = await makeEmail(own, { raw: RAW })
      close()
      const answered: string[] = []
      const reading = call(own, ['GET', `/emails/${id}/${what}`]).then((reply) => {
        answered.push('large')
        return reply
      })
      await eventually(() => expect(gate.arrived).toBe(1))
      for (const path of ['/project', '/emails', '/health']) {
        expect((await call(held, ['GET', path])).statusCode).toBe(200)
        answered.push(path)
      }
      gate.open()
      const reply = await reading
      expect(answered).toEqual(['/project', '/emails', '/health', 'large'])
      expect(reply.statusCode).toBe(200)
      expect(read(reply)).toEqual(expected)
    },
  )

  it('is parsed one at a time, so that a thread is left for others', async () => {
    const [own, other] = [await inFreshProject(held), await inFreshProject(held)]
    const ids = { own: await makeEmail(own, { raw: RAW }), other: await makeEmail(other, { raw: RAW }) }
    close()
    const reading = [
      ...Array.from({ length: 3 }, () => call(own, ['GET', `/emails/${ids.own}/content`])),
      call(other, ['GET', `/emails/${ids.other}/content`]),
    ]
    await eventually(() => expect(gate.arrived).toBe(1))
    expect((await call(held, ['GET', '/project'])).statusCode).toBe(200)
    expect(gate.arrived).toBe(1)
    gate.open()
    expect((await Promise.all(reading)).map(({ statusCode }) => statusCode)).toEqual(reading.map(() => 200))
  })

  it('is downloaded in pieces, two of a project at a time', async () => {
    const own = await inFreshProject(test)
    const id = await makeEmail(own, { raw: RAW })
    const { db } = test.deps.database
    const trx = await db.startTransaction().execute()
    onTestFinished(() => (trx.isCommitted ? undefined : trx.rollback().execute()))
    await sql`lock table inbox_messages in access exclusive mode`.execute(trx)
    const reading = Array.from({ length: 6 }, () => call(own, ['GET', `/emails/${id}/raw`]))
    const countWaiting = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows.length
    }
    await eventually(async () => expect(await countWaiting()).toBe(2))
    expect((await call(test, ['GET', '/project'])).statusCode).toBe(200)
    expect(await countWaiting()).toBe(2)
    await trx.commit().execute()
    const replies = await Promise.all(reading)
    expect(replies.every(({ rawPayload }) => rawPayload.equals(RAW))).toBe(true)
    expect(replies[0]?.headers).toMatchObject({
      'content-type': 'message/rfc822',
      'content-length': String(RAW.length),
    })
  })
})
