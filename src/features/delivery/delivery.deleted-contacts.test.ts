// Email whose contact is deleted while it waits: every one of them ends, none holds up the rest, and a restart finds
// nothing stuck.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { relayTo, useDelivery } from '../../../test/support/delivery.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { buildContacts, inFreshProject, makeEmail } from '../../../test/support/factories.ts'
import { drain } from '../../../test/support/jobs.ts'
import { call } from '../../../test/support/requests.ts'
import { readEmail } from '../../../test/support/send-steps.ts'
import { useSmtpSink } from '../../../test/support/smtp-sink.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import type { EmailId } from '../../platform/ids.ts'
import type { Lane } from './queue/retry-schedule.ts'

// More than an engine has connections and emails made ahead: were each to hold one, nothing would leave any more.
const MANY = 130

const sink = useSmtpSink()
const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
let own: TestApp

/** Each test has the queue to itself. */
beforeEach(async () => {
  await sql`truncate emails cascade`.execute(test.deps.database.db)
  own = await inFreshProject(test)
})

/** Emails that wait for contacts who are deleted meanwhile, by one bulk action. */
async function orphanEmails(lane: Lane): Promise<EmailId[]> {
  const contacts = await buildContacts(own, MANY)
  const ids: EmailId[] = []
  for (const { id: contactId, email: address } of contacts) {
    ids.push(await makeEmail(own, { lane, contactId, address }))
  }
  const body = { action: 'delete', ids: contacts.map(({ id }) => id) }
  expect((await call(own, ['POST', '/contacts/bulk'], { body })).statusCode).toBe(202)
  await drain(test.deps)
  return ids
}

async function countByStatus(): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from all_emails group by 1`.execute(test.deps.database.db)
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

const readEvents = async () => {
  const { rows } = await sql<{ name: string; contact_id: string | null; count: number }>`
    select name, contact_id, count(*)::int as count from events
    where project_id = ${own.project.projectId} and email_id is not null group by 1, 2 order by 1`.execute(
    test.deps.database.db,
  )
  return rows
}

describe('email to contacts who are deleted while it waits', () => {
  it('ends as suppressed where it is marketing, and the others leave', async () => {
    await orphanEmails('marketing')
    const last = await makeEmail(own)
    await delivery.start(relayTo(sink))
    await eventually(async () => expect(await countByStatus()).toEqual({ SUPPRESSED: MANY, SENT: 1 }))
    expect((await readEmail(own, last)).status).toBe('SENT')
    expect(await readEvents()).toEqual([{ name: 'email.suppressed', contact_id: null, count: MANY }])
  })

  it('is tried again where the relay says "later", also by an engine that is started anew', async () => {
    await orphanEmails('transactional')
    sink.script = { rcpt: '452 4.2.2 Mailbox full' }
    const first = await delivery.start(relayTo(sink))
    await eventually(async () => expect(await countByStatus()).toEqual({ DEFERRED: MANY }))
    await first.stop()
    sink.script = {}
    await sql`update email_queue set run_at = clock_timestamp()`.execute(test.deps.database.db)
    await delivery.start(relayTo(sink))
    await eventually(async () => expect(await countByStatus()).toEqual({ SENT: MANY }))
    expect(sink.mails).toHaveLength(MANY)
    expect(await readEvents()).toEqual([{ name: 'email.deferred', contact_id: null, count: MANY }])
  })

  it('is refused for good like any other, and its address suppressed', async () => {
    const [id = ''] = await orphanEmails('transactional')
    sink.script = { rcpt: '550 5.1.1 No such user' }
    await delivery.start(relayTo(sink))
    await eventually(async () => expect(await countByStatus()).toEqual({ BOUNCED: MANY }))
    const { address } = await readEmail(own, id)
    const reply = await call(own, ['GET', '/suppressions'], { query: { search: address } })
    expect(reply.json()).toMatchObject({ suppressions: [{ email: address, reason: 'hard_bounce' }] })
  })
})
