import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { relayTo, useDelivery } from '../../../../test/support/delivery.ts'
import { buildContact, inFreshProject, makeEmail } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { readCounter } from '../../../platform/db/counters.ts'
import type { ContactId } from '../../../platform/ids.ts'
import { dropWaitingMarketing } from './drop-waiting.queries.ts'

const sink = useSmtpSink()
const test = useTestApp()
const delivery = useDelivery(test)

const drop = ({ deps, clock, project: { projectId } }: TestApp, contactId: string) =>
  deps.database.db
    .transaction()
    .execute((trx) =>
      dropWaitingMarketing(trx, { projectId, contactIds: [contactId as ContactId], now: clock.now() }),
    )

const statusOf = async (id: string) => {
  const { rows } = await sql<{ status: string; reason: string | null }>`
    select status, reason from all_emails where id = ${id}`.execute(test.deps.database.db)
  return rows[0]
}

describe('waiting marketing email of a contact who unsubscribes', () => {
  it.each(['QUEUED', 'SCHEDULED', 'DEFERRED'])('is dropped when it is %s, and says why', async (status) => {
    const fresh = await inFreshProject(test)
    const { id: contactId } = await buildContact(fresh)
    const id = await makeEmail(fresh, { contactId, lane: 'marketing', stored: { status } })
    expect(await drop(fresh, contactId)).toBe(1)
    expect(await statusOf(id)).toEqual({ status: 'SUPPRESSED', reason: 'unsubscribed' })
    const shown = (await call(fresh, ['GET', `/emails/${id}`])).json<{ events: object[] }>()
    expect(shown.events.at(-1)).toMatchObject({ type: 'suppressed', data: { reason: 'unsubscribed' } })
    const { rows } = await sql`
      select contact_id, data from events where name = 'email.suppressed' and email_id = ${id}`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([{ contact_id: contactId, data: { reason: 'unsubscribed' } }])
    const counts = await readCounter(test.deps.database.db, {
      projectId: fresh.project.projectId,
      counter: 'mail',
    })
    expect([...counts].filter(([label]) => label.endsWith(' suppressed')).map(([, count]) => count)).toEqual([
      1,
    ])
    expect(await drop(fresh, contactId)).toBe(0)
  })

  it.each([
    ['is transactional', { lane: 'transactional' as const }],
    ['was sent', { lane: 'marketing' as const, stored: { status: 'SENT' } }],
    [
      'is claimed by a worker',
      { lane: 'marketing' as const, stored: { status: 'SENDING', lease_owner: 'w' } },
    ],
  ])('stays when it %s', async (_what, given) => {
    const { id: contactId } = await buildContact(test)
    const id = await makeEmail(test, { contactId, ...given })
    const before = await statusOf(id)
    expect(await drop(test, contactId)).toBe(0)
    expect(await statusOf(id)).toEqual(before)
  })

  it('stays if it is for another contact or project', async () => {
    const [mine, other] = [await buildContact(test), await buildContact(test)]
    const id = await makeEmail(test, { contactId: other.id, lane: 'marketing' })
    expect(await drop(test, mine.id)).toBe(0)
    expect(await drop({ ...test, project: test.other }, other.id)).toBe(0)
    expect(await statusOf(id)).toMatchObject({ status: 'QUEUED' })
  })
})

describe('marketing email that waits for an address that does not exist', () => {
  it('is dropped when another email to it is permanently refused', async () => {
    await sql`truncate email_queue`.execute(test.deps.database.db)
    sink.script = { rcpt: ({ line }) => (line.includes('nobody@') ? '550 5.1.1 No such user' : undefined) }
    const fresh = await inFreshProject(test)
    const scheduledFor = new Date(test.clock.now().getTime() + 86_400_000)
    const [gone, other] = [
      await buildContact(fresh, { email: 'nobody@example.com' }),
      await buildContact(fresh),
    ]
    const waiting = await Promise.all(
      [gone, other].map(({ id: contactId, email: address }) =>
        makeEmail(fresh, { contactId, address, lane: 'marketing', scheduledFor }),
      ),
    )
    for (const { id: contactId, email: address } of [gone, other]) {
      await makeEmail(fresh, { contactId, address })
    }
    await delivery.drain(relayTo(sink))
    expect(await statusOf(waiting[0] ?? '')).toEqual({ status: 'SUPPRESSED', reason: 'hard_bounce' })
    expect(await statusOf(waiting[1] ?? '')).toEqual({ status: 'SCHEDULED', reason: null })
  })
})
