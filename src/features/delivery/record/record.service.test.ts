// Results on their way to disk: committed together, each fenced, and none held up by another that cannot be written.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { inFreshProject, makeEmail } from '../../../../test/support/factories.ts'
import { readEmail } from '../../../../test/support/send-steps.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import type { EmailId } from '../../../platform/ids.ts'
import { createRecorder } from './record.service.ts'
import type { EmailOutcome } from './record.queries.ts'

const test = useTestApp()
let own: TestApp
beforeEach(async () => {
  own = await inFreshProject(test)
})

const OWNER = 'this worker'
const build = () => createRecorder({ database: test.deps.database, log: test.deps.log, owner: OWNER })

/** A mail in the hands of this worker. */
const claimed = (overrides: Record<string, unknown> = {}) =>
  makeEmail(own, {
    address: 'ann@example.com',
    stored: { status: 'SENDING', lease_owner: OWNER, fence: 3, attempts: 3, ...overrides },
  })

const outcome = (emailId: EmailId, overrides: Partial<EmailOutcome> = {}): EmailOutcome => ({
  projectId: own.project.projectId,
  emailId,
  contactId: null,
  address: 'ann@example.com',
  fence: 3,
  attempt: 3,
  subject: 'Hello',
  isActed: false,
  at: test.clock.now(),
  status: 'SENT',
  reply: { code: 250, enhancedCode: '2.0.0', text: 'OK' },
  ...overrides,
})

describe('a result', () => {
  it('is on disk when the recorder says so', async () => {
    const id = await claimed()
    expect(await build().record(outcome(id))).toBe(true)
    expect(await readEmail(own, id)).toMatchObject({ status: 'SENT', lease_owner: null, subject: 'Hello' })
  })

  it.each([
    ['of a fence that is over', { fence: 2 }, {}],
    ['of a mail that another worker has', {}, { lease_owner: 'another' }],
  ])('%s is not recorded', async (_what, given, stored) => {
    const id = await claimed(stored)
    expect(await build().record(outcome(id, given))).toBe(false)
    expect((await readEmail(own, id)).status).toBe('SENDING')
  })

  it('is recorded once', async () => {
    const id = await claimed()
    const recorder = build()
    expect(await recorder.record(outcome(id))).toBe(true)
    expect(await recorder.record(outcome(id, { status: 'BOUNCED' }))).toBe(false)
    expect((await readEmail(own, id)).status).toBe('SENT')
  })

  it('that was too late silences nobody', async () => {
    const id = await claimed({ fence: 4 })
    await build().record(outcome(id, { status: 'BOUNCED', class: 'hard', reason: '550' }))
    const { rows } = await sql`
      select from suppressions where project_id = ${own.project.projectId}`.execute(test.deps.database.db)
    expect(rows).toEqual([])
  })

  it('keeps words that a database cannot, without what it cannot', async () => {
    const id = await claimed()
    const text = 'a\0b\ud800c'
    await build().record(
      outcome(id, {
        status: 'BOUNCED',
        reason: text,
        subject: text,
        reply: { code: 550, enhancedCode: null, text },
      }),
    )
    expect(await readEmail(own, id)).toMatchObject({
      reason: 'ab\ufffdc',
      subject: 'ab\ufffdc',
      last_reply: { text: 'ab\ufffdc' },
    })
  })
})

describe('many results', () => {
  it('that come together are all written', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, () => claimed()))
    const recorder = build()
    expect(await Promise.all(ids.map((id) => recorder.record(outcome(id))))).toEqual(ids.map(() => true))
  })

  it('are not held up by one that the database refuses, which is written when it can be', async () => {
    const [bad = '' as EmailId, ...good] = await Promise.all(Array.from({ length: 5 }, () => claimed()))
    const { db } = test.deps.database
    await sql`
      create function refuse_result() returns trigger language plpgsql as $$
      begin raise exception 'not this one'; end $$`.execute(db)
    await sql`
      create trigger refuse before update on emails for each row
      when (new.id = ${sql.lit(bad)}) execute function refuse_result()`.execute(db)
    onTestFinished(async () => void (await sql`drop function if exists refuse_result cascade`.execute(db)))
    const recorder = build()
    let isWritten = false
    const written = recorder.record(outcome(bad)).then((result) => (isWritten = result))
    expect(await Promise.all(good.map((id) => recorder.record(outcome(id))))).toEqual(good.map(() => true))
    expect(isWritten).toBe(false)
    expect((await readEmail(own, bad)).status).toBe('SENDING')
    await sql`drop trigger refuse on emails`.execute(db)
    await written
    expect(isWritten).toBe(true)
    expect((await readEmail(own, bad)).status).toBe('SENT')
  })

  it('of one address that is refused by several servers silence it once', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => claimed()))
    const recorder = build()
    await Promise.all(
      ids.map((id) => recorder.record(outcome(id, { status: 'BOUNCED', class: 'hard', reason: '550' }))),
    )
    const { rows } = await sql<{ email: string }>`
      select email from suppressions where project_id = ${own.project.projectId}`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([{ email: 'ann@example.com' }])
  })
})
