// Emails that the database refuses to change, with a running engine: each ends or is parked, all others are sent, and
// none is sent twice.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { countByStatus, refuseRows, relayTo, useDelivery } from '../../../test/support/delivery.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { inFreshProject, makeEmail } from '../../../test/support/factories.ts'
import { call } from '../../../test/support/requests.ts'
import { readEmail } from '../../../test/support/send-steps.ts'
import { useSmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import type { EmailId } from '../../platform/ids.ts'
import { releaseAbandonedEmails } from './queue/claim.service.ts'

// More than an engine claims ahead.
const CONNECTIONS = 4
const MANY = 7 * CONNECTIONS

const sink = useSmtpSink()
const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
let own: TestApp

/** Each test has the queue to itself. */
beforeEach(async () => {
  await sql`truncate email_queue, emails, parked_emails`.execute(test.deps.database.db)
  own = await inFreshProject(test)
})

async function makeEmails(count: number): Promise<EmailId[]> {
  const ids: EmailId[] = []
  for (let index = 0; index < count; index += 1) ids.push(await makeEmail(own))
  return ids
}

const readParked = async () => {
  const { rows } = await sql<{ email_id: string; reason: string }>`
    select email_id, reason from parked_emails order by email_id`.execute(test.deps.database.db)
  return rows
}

const endLeases = async () => {
  const { db } = test.deps.database
  await sql`alter table email_queue disable trigger user`.execute(db)
  await sql`update email_queue set lease_until = clock_timestamp() where status = 'SENDING'`.execute(db)
  await sql`alter table email_queue enable trigger user`.execute(db)
}

describe('results that the database refuses', () => {
  it('end their emails, and free their connections for the others', async () => {
    await makeEmails(MANY)
    sink.script = { rcpt: '452 4.2.2 Mailbox full' }
    await refuseRows(test, 'email_events', sql`true`)
    await delivery.start(relayTo(sink, { connections: CONNECTIONS }))
    await eventually(async () => expect(await countByStatus(test)).toEqual({ FAILED: MANY }))
    sink.script = {}
    const good = await makeEmail(own)
    await eventually(async () => expect((await readEmail(own, good)).status).toBe('SENT'))
    expect(await readParked()).toEqual([])
    expect(await test.deps.metrics.render()).toContain(
      `lettermill_results_refused_total{action="failed"} ${MANY}`,
    )
  })

  it('and cannot be recorded at all park their emails, which are not sent again', async () => {
    await makeEmails(MANY)
    // Claiming them works; nothing that ends them does.
    await refuseRows(test, 'emails', sql`true`)
    const first = await delivery.start(relayTo(sink, { connections: CONNECTIONS }))
    await eventually(async () => expect(await readParked()).toHaveLength(MANY))
    await first.stop()
    expect(sink.emails).toHaveLength(MANY)
    await endLeases()
    await releaseAbandonedEmails(test.deps)
    await delivery.start(relayTo(sink, { connections: CONNECTIONS }))
    // The engine has polled several times by then.
    const good = await makeEmail(await inFreshProject(test))
    await eventually(() => expect(sink.emails).toHaveLength(MANY + 1))
    await eventually(async () => expect((await readParked()).map((one) => one.email_id)).toContain(good))
    expect(sink.emails).toHaveLength(MANY + 1)
    expect(await test.deps.metrics.render()).toContain(`lettermill_emails_parked ${MANY + 1}`)
  })
})

describe('an email that cannot be claimed', () => {
  it('is parked with the reason, and the others are sent', async () => {
    const [bad = '' as EmailId] = await makeEmails(MANY)
    await refuseRows(test, 'email_queue', sql`new.email_id = ${sql.lit(bad)}`)
    await delivery.start(relayTo(sink, { connections: CONNECTIONS }))
    await eventually(async () => expect(await countByStatus(test)).toEqual({ SENT: MANY - 1, QUEUED: 1 }))
    expect(await readParked()).toEqual([
      {
        email_id: bad,
        reason: 'It could not be claimed (SQLSTATE P0001). The log of the server has the details.',
      },
    ])
    expect(sink.emails).toHaveLength(MANY - 1)
  })

  it('does not keep a node from starting, and costs the others only their leases', async () => {
    const [bad = '' as EmailId, good = '' as EmailId] = await makeEmails(2)
    await sql`update email_queue set status = 'SENDING', lease_owner = 'dead', lease_until = clock_timestamp() + interval '1 minute'`.execute(
      test.deps.database.db,
    )
    await refuseRows(test, 'email_queue', sql`new.email_id = ${sql.lit(bad)}`)
    await releaseAbandonedEmails(test.deps)
    await endLeases()
    await delivery.start(relayTo(sink, { connections: CONNECTIONS }))
    await eventually(async () => expect((await readEmail(own, good)).status).toBe('SENT'))
    expect((await readParked()).map((one) => one.email_id)).toEqual([bad])
  })

  it('because it was claimed too often is claimed all the same', async () => {
    const id = await makeEmail(own, { stored: { status: 'DEFERRED', attempts: 32_767, fence: 40_000 } })
    await delivery.start(relayTo(sink, { connections: CONNECTIONS }))
    await eventually(async () => expect((await readEmail(own, id)).status).toBe('SENT'))
  })
})

describe('a node that can claim nothing for half a minute', () => {
  it('is not ready, and is so again when it can', async () => {
    const { db } = test.deps.database
    await sql`alter table parked_emails rename to away`.execute(db)
    onTestFinished(
      async () => void (await sql`alter table if exists away rename to parked_emails`.execute(db)),
    )
    await delivery.start(relayTo(sink, { connections: CONNECTIONS }))
    const id = await makeEmail(own)
    await eventually(async () => {
      test.clock.advance(31_000)
      const reply = await call(test, ['GET', '/ready'])
      expect(reply.statusCode).toBe(503)
      expect(reply.json()).toMatchObject({
        message: 'No email can be claimed, so none is sent. The log has the reason.',
      })
    })
    await sql`alter table away rename to parked_emails`.execute(db)
    await eventually(async () => expect((await call(test, ['GET', '/ready'])).statusCode).toBe(200))
    await eventually(async () => expect((await readEmail(own, id)).status).toBe('SENT'))
  })
})
