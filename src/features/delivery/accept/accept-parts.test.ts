// The parts of the accept statement that belong to delivery. Their columns are matched by order alone, so each column
// gets a different value here. Other features test their own parts: ensureContactsSql, insertEvents,
// suppressionInForce.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { newId } from '../../../platform/ids.ts'
import type { EmailId } from '../../../platform/ids.ts'
import { insertEnded, insertPayloads } from '../record/end.queries.ts'
import { insertNotes } from '../record/notes.queries.ts'
import { insertTally } from '../tally/tally.queries.ts'

const test = useTestApp()
const db = () => test.deps.database.db

describe('the columns of the parts', () => {
  it('insertEnded', async () => {
    const at = test.clock.now()
    const ids = {
      id: newId<EmailId>(at),
      content_id: newId(at),
      contact_id: newId(at),
      template_id: newId(at),
      campaign_id: newId(at),
      transport_id: newId(at),
      topic_id: newId(at),
    }
    const scheduledFor = new Date(at.getTime() + 1000)
    await sql`with ended as (${insertEnded(sql`
      select ${test.project.projectId}::uuid, ${ids.id}::uuid, ${ids.content_id}::uuid, ${ids.contact_id}::uuid,
        ${ids.template_id}::uuid, ${at}::timestamptz, ${scheduledFor}::timestamptz, 1::smallint, 3::smallint, 'BOUNCED',
        'CAMPAIGN', 'ada@example.com', 'a-message-id', 'A subject', '{"to": "x"}'::jsonb, '{a,b}'::text[],
        '{"code": 550}'::jsonb, 'a reason', ${ids.campaign_id}::uuid, 2::smallint, ${ids.transport_id}::uuid,
        ${ids.topic_id}::uuid`)}) select 1`.execute(db())
    expect(
      await db().selectFrom('emails').selectAll().where('id', '=', ids.id).executeTakeFirst(),
    ).toMatchObject({
      ...ids,
      project_id: test.project.projectId,
      sent_at: at,
      scheduled_for: scheduledFor,
      lane: 1,
      attempts: 3,
      status: 'BOUNCED',
      source: 'CAMPAIGN',
      address: 'ada@example.com',
      message_id: 'a-message-id',
      subject: 'A subject',
      recipients: { to: 'x' },
      tags: ['a', 'b'],
      last_reply: { code: 550 },
      reason: 'a reason',
      cohort: 2,
    })
  })

  it('insertPayloads, which leaves empty variables out', async () => {
    const [full, empty] = [newId(test.clock.now()), newId(test.clock.now())]
    await sql`with payloads as (${insertPayloads(sql`
      values (${test.project.projectId}::uuid, ${full}::uuid, '{"n": 1}'::jsonb),
        (${test.project.projectId}::uuid, ${empty}::uuid, '{}'::jsonb)`)}) select 1`.execute(db())
    const { rows } = await sql`
      select project_id, email_id, variables from email_payloads where email_id in (${full}, ${empty})`.execute(
      db(),
    )
    expect(rows).toEqual([{ project_id: test.project.projectId, email_id: full, variables: { n: 1 } }])
  })

  it('insertNotes', async () => {
    const at = test.clock.now()
    const [emailId, id] = [newId(at), newId(at)]
    await sql`with noted as (${insertNotes(sql`
      select ${test.project.projectId}::uuid, ${emailId}::uuid, ${id}::uuid, 'suppressed', '{"reason": "manual"}'::jsonb,
        ${at}::timestamptz`)}) select 1`.execute(db())
    const { rows } = await sql`
      select project_id, email_id, id, type, data, created_at from email_events where email_id = ${emailId}`.execute(
      db(),
    )
    expect(rows).toEqual([
      {
        project_id: test.project.projectId,
        email_id: emailId,
        id,
        type: 'suppressed',
        data: { reason: 'manual' },
        created_at: at,
      },
    ])
  })

  it('insertTally, which adds up what counts in the same hour', async () => {
    const at = sql`'2026-05-01T12:34:56Z'::timestamptz`
    await sql`with tallied as (${insertTally(sql`
      values (${test.project.projectId}::uuid, ${at}, 'suppressed', 2), (${test.project.projectId}::uuid, ${at}, 'suppressed', 3)`)})
      select 1`.execute(db())
    const { rows } = await sql`
      select counter, label, delta::int from counter_deltas
      where project_id = ${test.project.projectId} and label like '2026-05-01%'`.execute(db())
    expect(rows).toEqual([{ counter: 'mail', label: '2026-05-01T12 suppressed', delta: 5 }])
  })
})
