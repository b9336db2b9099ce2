// Results are committed together, each is fenced, and one that cannot be written blocks no other.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { refuseRows } from '../../../../test/support/delivery.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { inFreshProject, makeEmail } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
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
const build = () => createRecorder({ ...test.deps, owner: OWNER })

/** An email that this worker has claimed. */
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
  isSimulated: false,
  at: test.clock.now(),
  status: 'SENT',
  reply: { code: 250, enhancedCode: '2.0.0', text: 'OK' },
  ...overrides,
})

describe('a result', () => {
  it('is on disk when the recorder says so', async () => {
    const id = await claimed()
    expect(await build().record(outcome(id))).toBe('recorded')
    expect(await readEmail(own, id)).toMatchObject({ status: 'SENT', lease_owner: null, subject: 'Hello' })
  })

  it.each([
    ['of a fence that is over', { fence: 2 }, {}],
    ['of an email that another worker has', {}, { lease_owner: 'another' }],
  ])('%s is not recorded', async (_what, given, stored) => {
    const id = await claimed(stored)
    expect(await build().record(outcome(id, given))).toBe('taken over')
    expect((await readEmail(own, id)).status).toBe('SENDING')
  })

  it('is recorded once', async () => {
    const id = await claimed()
    const recorder = build()
    expect(await recorder.record(outcome(id))).toBe('recorded')
    expect(await recorder.record(outcome(id, { status: 'BOUNCED' }))).toBe('taken over')
    expect((await readEmail(own, id)).status).toBe('SENT')
  })

  it('that was too late suppresses nobody', async () => {
    const id = await claimed({ fence: 4 })
    await build().record(outcome(id, { status: 'BOUNCED', class: 'hard', reason: '550' }))
    const { rows } = await sql`
      select from suppressions where project_id = ${own.project.projectId}`.execute(test.deps.database.db)
    expect(rows).toEqual([])
  })

  it('stores text without the characters that a database rejects', async () => {
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

describe('a result that the database refuses', () => {
  const readParked = async () => {
    const { rows } = await sql<{ email_id: string; reason: string }>`
      select email_id, reason from parked_emails where project_id = ${own.project.projectId}`.execute(
      test.deps.database.db,
    )
    return rows
  }

  it('of an email that was sent says so, in a state that is never sent again', async () => {
    const id = await claimed({ variables: '{"code":"123456"}' })
    await refuseRows(test, 'email_payloads', sql`new.email_id = ${sql.lit(id)}`)
    expect(await build().record(outcome(id))).toBe('refused')
    const { status, reason, sent_at: sentAt } = await readEmail(own, id)
    expect(status).toBe('FAILED')
    expect(reason).toMatch(/the email was sent/)
    expect(sentAt).not.toBeNull()
  })

  it('of a fence that is over changes nothing', async () => {
    const id = await claimed()
    await refuseRows(test, 'counter_deltas', sql`new.project_id = ${sql.lit(own.project.projectId)}`)
    const late = build().record(outcome(id, { fence: 2 }))
    // Nothing was written, so nothing was rejected.
    expect(await late).toBe('taken over')
    expect((await readEmail(own, id)).status).toBe('SENDING')
  })

  it('where not even the failure can be written parks the email, and is counted', async () => {
    const id = await claimed()
    await refuseRows(test, 'emails', sql`new.id = ${sql.lit(id)}`)
    expect(await build().record(outcome(id))).toBe('refused')
    expect((await readEmail(own, id)).status).toBe('SENDING')
    expect(await readParked()).toMatchObject([{ email_id: id, reason: expect.any(String) as unknown }])
    expect(await test.deps.metrics.render()).toMatch(/lettermill_results_refused_total\{action="parked"\} 1/)
  })

  it('because it cannot be written down is refused as well', async () => {
    const id = await claimed()
    expect(await build().record(outcome(id, { at: new Date(Number.NaN) }))).toBe('refused')
    expect((await readEmail(own, id)).status).toBe('FAILED')
  })
})

describe('a result that cannot be written now', () => {
  it('is written when it can be, and the node reports the trouble meanwhile', async () => {
    const id = await claimed()
    const { db } = test.deps.database
    await sql`alter table email_events rename to away`.execute(db)
    onTestFinished(
      async () => void (await sql`alter table if exists away rename to email_events`.execute(db)),
    )
    let result: string | undefined
    const written = build()
      .record(outcome(id, { status: 'FAILED', reason: 'no' }))
      .then((recorded) => (result = recorded))
    const ready = async () => (await call(test, ['GET', '/ready'])).statusCode
    await eventually(async () => {
      test.clock.advance(31_000)
      expect(await ready()).toBe(503)
    })
    expect(result).toBeUndefined()
    await sql`alter table away rename to email_events`.execute(db)
    await written
    expect(result).toBe('recorded')
    expect(await ready()).toBe(200)
  })
})

describe('many results', () => {
  it('that come together are all written', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, () => claimed()))
    const recorder = build()
    expect(await Promise.all(ids.map((id) => recorder.record(outcome(id))))).toEqual(
      ids.map(() => 'recorded'),
    )
  })

  it('are not blocked by one that the database rejects', async () => {
    const [bad = '' as EmailId, ...good] = await Promise.all(Array.from({ length: 5 }, () => claimed()))
    await refuseRows(test, 'email_events', sql`new.email_id = ${sql.lit(bad)}`)
    const recorder = build()
    const deferred = { status: 'DEFERRED', retryAt: test.clock.now(), reason: '452 full' } as const
    const refused = recorder.record(outcome(bad, deferred))
    expect(await Promise.all(good.map((id) => recorder.record(outcome(id, deferred))))).toEqual(
      good.map(() => 'recorded'),
    )
    expect(await refused).toBe('refused')
    expect(await readEmail(own, bad)).toMatchObject({
      status: 'FAILED',
      lease_owner: null,
      sent_at: null,
      reason:
        'Its result could not be stored (SQLSTATE P0001); it ended as DEFERRED (452 full). The log of the server has the details.',
    })
    expect((await readEmail(own, good[0] ?? '')).status).toBe('DEFERRED')
  })

  it('of one address that is refused by several servers suppress it once', async () => {
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
