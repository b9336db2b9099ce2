// After a contact is deleted, its emails are only records for the statistics: nothing tells who they were for or what
// they said. Every table is searched for the erased texts.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDelivery } from '../../../../test/support/delivery.ts'
import { deleteErasedAttachments } from '../../../../test/support/emails.ts'
import { buildContact, inFreshProject, makeEmail, newAddress } from '../../../../test/support/factories.ts'
import { buildTemplate } from '../../../../test/support/feature-steps.ts'
import { drain, runJob } from '../../../../test/support/jobs.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import { postSend, send, sendOne, SENDER } from '../../../../test/support/send-steps.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import type { EmailId } from '../../../platform/ids.ts'
import { eraseEmailsJob } from './erase.jobs.ts'

const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
let own: TestApp
beforeEach(async () => {
  own = await inFreshProject(test)
})

const db = () => test.deps.database.db
const get = async (path: string) => call(own, ['GET', path])
const readOne = async (id: string) => (await get(`/emails/${id}`)).json<Record<string, unknown>>()

async function deleteContact(id: string | null): Promise<void> {
  expect((await call(own, ['DELETE', `/contacts/${id}`])).statusCode).toBe(204)
}

/** The tables of the whole database that contain the text, binary columns included. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')`.execute(db())
  const hex = Buffer.from(text).toString('hex')
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.raw(name)} as t where t::text ilike ${`%${text}%`} or t::text like ${`%${hex}%`} limit 1`.execute(
      db(),
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

const LINK = /http[^"]*\/c\/[^"]+/

describe('deleting a contact', () => {
  it('leaves nothing of a password-reset code, wherever it was written', async () => {
    const code = `code${crypto.randomUUID().slice(0, 8)}`
    const to = `ann-${code}@example.com`
    const attachments = [{ filename: 'code.txt', content: Buffer.from(`it is ${code}`).toString('base64') }]
    const entries = [
      await sendOne(own, { to, subject: 'Code {{ code }}', body: '<p>{{ code }}</p>', data: { code } }),
      await sendOne(own, {
        to,
        subject: `Code ${code}`,
        body: `<p><a href="https://a.test/${code}">x</a></p>`,
      }),
      await sendOne(own, { to, headers: { 'X-Code': code }, attachments }),
      await sendOne(own, {
        to: { email: to, name: code },
        scheduledFor: new Date(test.clock.now().getTime() + 60_000),
      }),
    ]
    await delivery.drain()
    expect((await tablesWith(code)).length).toBeGreaterThan(5)
    await deleteContact(entries[0]?.contact.id ?? '')
    // The nightly job deletes the attachments.
    await deleteErasedAttachments(test)
    expect(await tablesWith(code)).toEqual([])
    for (const { email } of entries) {
      expect(await readOne(email)).toMatchObject({
        contactId: null,
        subject: '',
        to: expect.stringMatching(/^erased:[0-9a-f]{32}$/) as string,
      })
    }
  })

  it('keeps the record, which says that it was erased and when', async () => {
    const { email, contact } = await sendOne(own, { to: newAddress() })
    await delivery.drain()
    await deleteContact(contact.id)
    const record = await readOne(email)
    expect(record).toMatchObject({
      status: 'DELIVERED',
      from: SENDER,
      erasedAt: expect.any(String) as string,
    })
    expect((record.events as { type: string }[]).map(({ type }) => type)).toEqual([
      'queued',
      'sent',
      'delivered',
      'erased',
    ])
    for (const path of [`/emails/${email}/content`, `/emails/${email}/raw`]) {
      const reply = await get(path)
      expect([reply.statusCode, errorOf(reply).message]).toEqual([
        404,
        expect.stringContaining('erased') as string,
      ])
    }
    expect((await get('/emails')).json()).toMatchObject({
      total: 1,
      emails: [{ id: email, erasedAt: record.erasedAt }],
    })
  })

  it.each(['QUEUED', 'SCHEDULED', 'DEFERRED'])(
    'cancels its email that is %s, and what others wait for stays',
    async (status) => {
      const [gone, stays] = [await buildContact(own), await buildContact(own)]
      const later = new Date(test.clock.now().getTime() + 3_600_000)
      const of = (contact: { id: string; email: string }) =>
        makeEmail(own, { contactId: contact.id, address: contact.email, stored: { status, run_at: later } })
      const [cancelled, waiting] = [await of(gone), await of(stays)]
      await deleteContact(gone.id)
      expect(await readOne(cancelled)).toMatchObject({
        status: 'CANCELLED',
        reason: 'its contact was deleted',
        contactId: null,
      })
      expect(await readOne(waiting)).toMatchObject({ status, contactId: stays.id, to: stays.email })
    },
  )

  it('erases only its own contents: shared ones stay', async () => {
    const { id: template } = await buildTemplate(own, { subject: 'Hello {{ name }}', from: SENDER })
    const [gone, stays] = [newAddress(), newAddress()]
    const both = await send(own, { to: [gone, stays], subject: 'To both of you', body: '<p>Same words</p>' })
    const inTurn = [
      await sendOne(own, { to: gone, body: '<p>One after the other</p>' }),
      await sendOne(own, { to: stays, body: '<p>One after the other</p>' }),
    ]
    const templated = [
      await sendOne(own, { to: gone, template, subject: undefined, body: undefined }),
      await sendOne(own, { to: stays, template, subject: undefined, body: undefined }),
    ]
    await deleteContact(both[0]?.contact.id ?? '')
    for (const pair of [both, inTurn, templated]) {
      expect((await get(`/emails/${pair[0]?.email}/content`)).statusCode).toBe(404)
      expect((await get(`/emails/${pair[1]?.email}/content`)).statusCode).toBe(200)
    }
    await delivery.drain()
    for (const pair of [both, inTurn, templated]) {
      expect(await readOne(pair[1]?.email ?? '')).toMatchObject({ status: 'DELIVERED' })
    }
  })

  it('erases and cancels the copies of its messages, and no other email of that moment', async () => {
    const secret = `secret${crypto.randomUUID().slice(0, 8)}`
    const calls = await Promise.all([
      send(own, {
        to: `${secret}@example.com`,
        cc: ['copy@example.com'],
        bcc: 'hidden@example.com',
        data: { secret },
        body: `<p>${secret} {{ secret }}</p>`,
      }),
      send(own, { to: 'other@example.com', cc: ['copy@example.com'] }),
    ])
    const [[first, ...copies], others] = calls
    await deleteContact(first?.contact.id ?? '')
    expect(await tablesWith(secret)).toEqual([])
    for (const { email } of copies) {
      const erasedAt = expect.any(String) as string
      expect(await readOne(email)).toMatchObject({ status: 'CANCELLED', erasedAt })
    }
    for (const { email } of others) {
      expect(await readOne(email)).toMatchObject({ status: 'QUEUED', erasedAt: null })
    }
  })

  it('erases opens and clicks, and notes no new ones', async () => {
    const body = '<p><a href="https://shop.test/a">A</a></p>'
    const entry = await sendOne(own, { to: newAddress(), body, tracking: { opens: true, clicks: true } })
    await delivery.drain()
    const { html } = (await get(`/emails/${entry.email}/content`)).json<{ html: string }>()
    const path = new URL(LINK.exec(html)?.[0] ?? '').pathname
    const click = () =>
      test.app.inject({ method: 'GET', url: path, headers: { 'user-agent': 'Mozilla/5.0' } })
    await click()
    const hits = () => sql`select from email_hits where email_id = ${entry.email}`.execute(db())
    expect((await hits()).rows).toHaveLength(1)
    await deleteContact(entry.contact.id)
    expect((await hits()).rows).toHaveLength(0)
    await click()
    expect((await hits()).rows).toHaveLength(0)
    const { events } = await readOne(entry.email)
    expect((events as { type: string }[]).map(({ type }) => type)).not.toContain('clicked')
  })

  it('lets the same words be sent again to the same address', async () => {
    const message = { to: newAddress(), subject: 'Just for you', body: '<p>Just for you</p>' }
    const before = await sendOne(own, message)
    await deleteContact(before.contact.id)
    const after = await sendOne(own, message)
    await delivery.drain()
    expect(await readOne(after.email)).toMatchObject({ status: 'DELIVERED', subject: 'Just for you' })
    expect(await readOne(before.email)).toMatchObject({ status: 'CANCELLED', subject: '' })
  })
})

describe('deleting contacts while their email is accepted and sent', () => {
  it('loses no email that is accepted meanwhile, and no request fails', async () => {
    await delivery.start()
    const to = newAddress()
    const accepted: string[] = []
    const sending = async () => {
      for (let times = 0; times < 25; times += 1) {
        const reply = await postSend(own, { to, subject: 'The same', body: '<p>The same</p>' })
        expect(reply.statusCode).toBe(200)
        accepted.push(reply.json<{ data: { emails: { email: string }[] } }>().data.emails[0]?.email ?? '')
      }
    }
    let isOver = false
    const deleting = async () => {
      while (!isOver) {
        const { contacts } = (await call(own, ['GET', '/contacts'], { query: { email: to } })).json<{
          contacts: { id: string }[]
        }>()
        for (const { id } of contacts) {
          expect([204, 404]).toContain((await call(own, ['DELETE', `/contacts/${id}`])).statusCode)
        }
      }
    }
    const deletions = [deleting(), deleting()]
    await Promise.all([sending(), sending(), sending(), sending()])
    isOver = true
    await Promise.all(deletions)
    const { rows } = await sql<{ status: string; count: number }>`
      select status, count(*)::int as count from all_emails where project_id = ${own.project.projectId}
        and status not in ('QUEUED', 'SENDING', 'DELIVERED', 'CANCELLED') group by 1`.execute(db())
    expect(rows).toEqual([])
    expect(new Set(accepted).size).toBe(100)
  })

  it('erases email that is being sent once it has ended, by a job that waits for it', async () => {
    const { id: contactId, email: address } = await buildContact(own)
    const emailId = await makeEmail(own, {
      contactId,
      address,
      variables: { code: '4711' },
      stored: { status: 'SENDING', lease_owner: 'a worker', attempts: 1, fence: 1 },
    })
    await deleteContact(contactId)
    expect(await readOne(emailId)).toMatchObject({ status: 'SENDING', to: address })
    const payload = { projectId: own.project.projectId, contactIds: [contactId] }
    expect(await runJob(test.deps, eraseEmailsJob, { payload })).toMatchObject({ kind: 'snooze' })
    // Its worker died, and no other sends it again.
    await sql`update email_queue set lease_until = clock_timestamp() - interval '1 second' where email_id = ${emailId}`.execute(
      db(),
    )
    for (let times = 0; times < 2; times += 1) {
      expect(await runJob(test.deps, eraseEmailsJob, { payload })).toEqual({ kind: 'done' })
      expect(await readOne(emailId)).toMatchObject({
        status: 'CANCELLED',
        contactId: null,
        erasedAt: expect.any(String) as string,
      })
    }
  })

  it('is not sent by a worker that claims it after the contact is gone', async () => {
    const { id: contactId, email: address } = await buildContact(own)
    const emailId = await makeEmail(own, { contactId, address })
    // Like a call that read the contact just before it was deleted.
    await sql`delete from contacts where id = ${contactId}`.execute(db())
    await delivery.drain()
    expect(await readOne(emailId)).toMatchObject({ status: 'CANCELLED', reason: 'its contact was deleted' })
  })
})

describe('a contact with thousands of emails', () => {
  it('is deleted at once, and a job erases all of its emails, even after a crash', async () => {
    const { id: contactId, email: address } = await buildContact(own)
    const first = await makeEmail(own, {
      contactId,
      address,
      variables: { code: '4711' },
      stored: { status: 'SENT', sent_at: test.clock.now() },
    })
    await sql`
      with made as (
        insert into emails (project_id, id, content_id, contact_id, lane, attempts, status, source, address, subject)
        select project_id, (left(id::text, 15) || substr(gen_random_uuid()::text, 16))::uuid, content_id, contact_id, lane,
          attempts, status, source, address, 'for you' from emails, generate_series(1, 3000) where id = ${first}
        returning project_id, id
      )
      insert into email_payloads (project_id, email_id, variables) select project_id, id, '{"code":"4711"}' from made`.execute(
      db(),
    )
    await deleteContact(contactId)
    const left = async () => {
      const { rows } = await sql<{ rows: number; payloads: number }>`
        select (select count(*)::int from emails where contact_id = ${contactId}) as rows,
          (select count(*)::int from email_payloads where project_id = ${own.project.projectId}) as payloads`.execute(
        db(),
      )
      return rows[0]
    }
    expect(await left()).toEqual({ rows: 2501, payloads: 2501 })
    const stopped = AbortSignal.abort()
    const payload = { projectId: own.project.projectId, contactIds: [contactId] }
    expect(await runJob(test.deps, eraseEmailsJob, { payload, signal: stopped })).toEqual({
      kind: 'snooze',
      forMs: 0,
    })
    expect(await left()).toEqual({ rows: 2001, payloads: 2001 })
    await drain(test.deps)
    expect(await left()).toEqual({ rows: 0, payloads: 0 })
    expect(await readOne(first as EmailId)).toMatchObject({ status: 'SENT', contactId: null })
  })

  it('goes with others in a bulk deletion', async () => {
    const contacts = await Promise.all(Array.from({ length: 30 }, () => buildContact(own)))
    const ids: string[] = []
    for (const { id: contactId, email: address } of contacts) {
      ids.push(await makeEmail(own, { contactId, address }))
      ids.push(await makeEmail(own, { contactId, address, stored: { status: 'SENT' } }))
    }
    await call(own, ['POST', '/contacts/bulk'], { body: { action: 'delete', filter: {} } })
    await drain(test.deps)
    const { rows } = await sql<{ status: string; count: number; erased: boolean }>`
      select status, count(*)::int as count, bool_and(contact_id is null and address like 'erased:%') as erased
      from all_emails where project_id = ${own.project.projectId} group by 1 order by 1`.execute(db())
    expect(rows).toEqual([
      { status: 'CANCELLED', count: 30, erased: true },
      { status: 'SENT', count: 30, erased: true },
    ])
  })
})
