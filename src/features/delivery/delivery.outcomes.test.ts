// The outcomes of an email (accepted, deferred, refused, given up, stopped) and their effect on its recipient.
import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { relayTo, useDelivery } from '../../../test/support/delivery.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { buildContact, inFreshProject, readContact, readEventNames } from '../../../test/support/factories.ts'
import { buildTemplate } from '../../../test/support/feature-steps.ts'
import { call } from '../../../test/support/requests.ts'
import { readEmail, send, SENDER, sendOne } from '../../../test/support/send-steps.ts'
import { useSmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import type { SinkStage } from '../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import type { EmailQueue } from '../../platform/db/tables.ts'
import type { EmailId } from '../../platform/ids.ts'
import { suppress } from '../suppressions/index.ts'

const MINUTE_MS = 60_000
const TEST_DOMAIN = 'inbox.lettermill.test'

const sink = useSmtpSink()
const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
let own: TestApp
beforeEach(async () => {
  own = await inFreshProject(test)
})

const drain = () => delivery.drain(relayTo(sink))

/** Changes the row of an email, as passing time would. */
const change = (id: string, columns: Updateable<EmailQueue>) =>
  test.deps.database.db
    .updateTable('email_queue')
    .set(columns)
    .where('project_id', '=', own.project.projectId)
    .where('email_id', '=', id as EmailId)
    .execute()
const makeDue = (id: string) => change(id, { run_at: new Date(0) })

const suppressionsOf = async (app: TestApp) =>
  (await call(app, ['GET', '/suppressions'])).json<{ suppressions: { email: string; reason: string }[] }>()
    .suppressions

/** How many emails had each result, by the tally of the hour. */
async function tallyOf({ deps, project }: TestApp): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select split_part(label, ' ', 2) as status, sum(delta)::int as count from (
      select label, delta from counter_deltas where project_id = ${project.projectId} and counter = 'mail'
      union all select label, value from counters where project_id = ${project.projectId} and counter = 'mail'
    ) as both_parts group by 1`.execute(deps.database.db)
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

describe('an email that is taken', () => {
  it('is SENT, with the reply of the server', async () => {
    sink.script = { dot: '250 2.0.0 queued as 4XyZ' }
    const { email } = await sendOne(own, { subject: 'Hello {{ name }}', data: { name: 'Ann' } })
    await drain()
    expect(await readEmail(own, email)).toMatchObject({
      status: 'SENT',
      attempts: 1,
      lease_owner: null,
      subject: 'Hello Ann',
      last_reply: { code: 250, enhancedCode: '2.0.0', text: 'queued as 4XyZ' },
      sent_at: expect.any(Date) as Date,
      reason: null,
    })
    expect(await tallyOf(own)).toEqual({ sent: 1 })
  })

  it('stays in the inbox if it goes to the sample data, whatever the transport, and counts like any other', async () => {
    const { email } = await sendOne(own, { to: 'ada@sample.example' })
    await drain()
    expect(await readEmail(own, email)).toMatchObject({ status: 'DELIVERED' })
    expect(sink.emails).toEqual([])
    expect(await tallyOf(own)).toMatchObject({ delivered: 1 })
  })

  it('is DELIVERED if the transport is the mailbox, and its source can be read', async () => {
    const { email } = await sendOne(own)
    await delivery.drain()
    expect(await readEmail(own, email)).toMatchObject({ status: 'DELIVERED' })
    const raw = await call(own, ['GET', `/emails/${email}/raw`])
    expect(raw.statusCode).toBe(200)
    expect(raw.body).toContain(`Message-ID: <${email}@shop.test>`)
  })
})

describe('a line that is lost', () => {
  it.each<SinkStage>(['greeting', 'ehlo', 'mail', 'rcpt', 'data'])(
    'at %s: the email is put off, and delivered exactly once',
    async (stage) => {
      let isBroken = true
      sink.script = { [stage]: () => (isBroken ? { drop: true } : undefined) }
      const { email } = await sendOne(own)
      await drain()
      expect(sink.emails).toHaveLength(0)
      // Without a connection there was no attempt.
      const attempts = stage === 'greeting' || stage === 'ehlo' ? 0 : 1
      expect(await readEmail(own, email)).toMatchObject({ status: 'DEFERRED', attempts })
      isBroken = false
      await makeDue(email)
      await drain()
      expect(sink.emails).toHaveLength(1)
      expect(await readEmail(own, email)).toMatchObject({ status: 'SENT', attempts: attempts + 1 })
    },
  )

  it('in the middle of the data: likewise', async () => {
    sink.dropAfterDataBytes = 50
    const { email } = await sendOne(own)
    await drain()
    sink.dropAfterDataBytes = undefined
    await makeDue(email)
    await drain()
    expect(sink.emails).toHaveLength(1)
  })

  it('after the final dot: the email is sent at most twice, with the same bytes', async () => {
    const messageIds: string[] = []
    let drops = 0
    sink.script = {
      // This server accepted the email, whatever the client learns of it.
      dot: () => {
        drops += 1
        return drops === 1 ? { drop: true } : undefined
      },
    }
    const { email } = await sendOne(own)
    await drain()
    messageIds.push(...(sink.wire.toString('latin1').match(/^Message-ID: .*$/gm) ?? []))
    expect(messageIds).toHaveLength(1)
    const row = await readEmail(own, email)
    expect(row.status).toBe('DEFERRED')
    expect(row.reason).toMatch(/after the email was handed over/)
    await makeDue(email)
    await drain()
    expect(sink.emails).toHaveLength(1)
    const all = sink.wire.toString('latin1').match(/^Message-ID: .*$/gm) ?? []
    expect(all).toEqual([messageIds[0], messageIds[0]])
    expect((await readEmail(own, email)).status).toBe('SENT')
  })

  it('uses the same bytes for the second attempt', async () => {
    sink.script = { dot: (turn) => (turn.connection === 1 ? '451 4.3.0 later' : undefined) }
    const { email } = await sendOne(own)
    await drain()
    const first = sink.wire
    sink.wire = Buffer.alloc(0)
    await makeDue(email)
    await drain()
    expect(sink.wire.equals(first)).toBe(true)
  })
})

describe('an email that is put off', () => {
  it('is retried by the schedule, and every attempt is on record', async () => {
    sink.script = { rcpt: '451 4.7.1 Greylisted' }
    const { email, contact } = await sendOne(own)
    for (const [attempt, minutes] of [5, 15, 60].entries()) {
      await drain()
      const row = await readEmail(own, email)
      expect(row).toMatchObject({
        status: 'DEFERRED',
        attempts: attempt + 1,
        reason: '451 4.7.1 Greylisted',
        last_reply: { code: 451, enhancedCode: '4.7.1', text: 'Greylisted' },
      })
      const pause = ((row.run_at?.getTime() ?? 0) - test.clock.now().getTime()) / MINUTE_MS
      expect(pause).toBeGreaterThan(0.9 * minutes - 1)
      expect(pause).toBeLessThan(1.1 * minutes)
      await makeDue(email)
    }
    expect(await readEventNames(own, contact.id ?? '')).toEqual([
      'contact.created',
      ...Array.from({ length: 3 }, () => 'email.deferred'),
    ])
    expect(await suppressionsOf(own)).toEqual([])
  })

  it('is given up when its time is over', async () => {
    sink.script = { rcpt: '451 4.3.0 Later' }
    const { email, contact } = await sendOne(own)
    await change(email, { give_up_at: new Date(test.clock.now().getTime() + MINUTE_MS) })
    await drain()
    expect(await readEmail(own, email)).toMatchObject({
      status: 'FAILED',
      reason: 'given up after one attempt: 451 4.3.0 Later',
    })
    expect(await readEventNames(own, contact.id ?? '')).toContain('email.failed')
    expect(await suppressionsOf(own)).toEqual([])
  })

  it('does not block the others', async () => {
    sink.script = { rcpt: ({ line }) => (line.includes('slow@') ? '451 4.3.0 Later' : undefined) }
    await send(own, { to: ['slow@example.com', 'a@example.com', 'b@example.com'] })
    await drain()
    expect(sink.emails.flatMap(({ to }) => to).toSorted()).toEqual(['a@example.com', 'b@example.com'])
  })
})

describe('an email that is refused', () => {
  it('because the user does not exist suppresses the address', async () => {
    sink.script = { rcpt: '550 5.1.1 No such user' }
    const person = await buildContact(own, { subscribed: true })
    const { email } = await sendOne(own, { to: person.email })
    await drain()
    expect(await readEmail(own, email)).toMatchObject({ status: 'BOUNCED', reason: '550 5.1.1 No such user' })
    expect(await suppressionsOf(own)).toMatchObject([
      { email: person.email, reason: 'hard_bounce', source: 'smtp' },
    ])
    expect(await readContact(own, person.email)).toMatchObject({ subscribed: false })
    expect((await readEventNames(own, person.id)).toSorted()).toEqual([
      'contact.created',
      'contact.unsubscribed',
      'email.bounced',
    ])
    expect(await tallyOf(own)).toEqual({ bounced: 1 })
    expect(await sendOne(own, { to: person.email })).toMatchObject({
      status: 'SUPPRESSED',
      reason: 'hard_bounce',
    })
  })

  it.each([
    ['our policy', '550 5.7.1 Message rejected due to local policy'],
    ['a full mailbox', '552 5.2.2 Mailbox full'],
  ])('for %s is a bounce, and the address stays', async (_why, reply) => {
    sink.script = { rcpt: reply }
    const person = await buildContact(own, { subscribed: true })
    const { email } = await sendOne(own, { to: person.email })
    await drain()
    expect((await readEmail(own, email)).status).toBe('BOUNCED')
    expect(await suppressionsOf(own)).toEqual([])
    expect(await readContact(own, person.email)).toMatchObject({ subscribed: true })
    expect(await readEventNames(own, person.id)).toEqual(['contact.created', 'email.bounced'])
  })

  it.each([
    '552 5.3.4 Message size exceeds fixed limit',
    '550 5.1.1 <bounces@shop.test>: Sender address rejected: User unknown',
  ])('before its recipient was named is never held against the recipient: %s', async (reply) => {
    sink.script = { mail: reply }
    const person = await buildContact(own, { subscribed: true })
    for (let times = 0; times < 3; times += 1) {
      const { email } = await sendOne(own, { to: person.email })
      await drain()
      expect(await readEmail(own, email)).toMatchObject({ status: 'BOUNCED', reason: reply })
    }
    expect(await suppressionsOf(own)).toEqual([])
    expect(await readContact(own, person.email)).toMatchObject({ subscribed: true })
  })

  it('by the relay recipient table of Postfix suppresses the address', async () => {
    sink.script = {
      rcpt: '550 5.1.1 <ann@example.com>: Recipient address rejected: User unknown in relay recipient table',
    }
    const { email, contact } = await sendOne(own)
    await drain()
    expect((await readEmail(own, email)).status).toBe('BOUNCED')
    expect(await suppressionsOf(own)).toMatchObject([{ email: contact.email, reason: 'hard_bounce' }])
  })

  it('by a relay that may refuse us altogether is final at the second attempt only', async () => {
    sink.script = { rcpt: '554 5.7.1 <ann@example.com>: Relay access denied' }
    const { email } = await sendOne(own)
    await drain()
    expect(await readEmail(own, email)).toMatchObject({ status: 'DEFERRED', attempts: 1 })
    await makeDue(email)
    await drain()
    expect(await readEmail(own, email)).toMatchObject({ status: 'BOUNCED', attempts: 2 })
    expect(await suppressionsOf(own)).toEqual([])
  })

  it('is not tried again', async () => {
    sink.script = { rcpt: '550 5.1.1 No such user' }
    await sendOne(own)
    await drain()
    await drain()
    expect(sink.commands.filter((line) => line.startsWith('RCPT'))).toHaveLength(1)
  })

  it('stores the reply of the server, without characters that a database rejects', async () => {
    sink.script = { rcpt: { pieces: ['550 5.1.1 No \0 such \xff user\r\n'] } }
    const { email } = await sendOne(own)
    await drain()
    const row = await readEmail(own, email)
    expect(row.status).toBe('BOUNCED')
    expect(row.reason).toMatch(/^550 5\.1\.1 No .*such .*user/)
  })
})

describe('a recipient who unsubscribes or is suppressed after the email was accepted', () => {
  it('gets nothing once suppressed', async () => {
    const { email, contact } = await sendOne(own)
    const { projectId } = own.project
    await own.deps.database.db
      .transaction()
      .execute((trx) =>
        suppress(
          trx,
          [{ projectId, email: contact.email, reason: 'complaint', source: 'test' }],
          own.clock.now(),
        ),
      )
    await drain()
    expect(await readEmail(own, email)).toMatchObject({ status: 'SUPPRESSED', reason: 'complaint' })
    expect(sink.emails).toEqual([])
    expect(await readEventNames(own, contact.id ?? '')).toContain('email.suppressed')
    expect(await tallyOf(own)).toEqual({ suppressed: 1 })
  })

  it('gets no marketing email once unsubscribed, and transactional email still', async () => {
    const { id: template } = await buildTemplate(own, { type: 'MARKETING', from: SENDER })
    const reader = await buildContact(own, { subscribed: true })
    const without = { from: undefined, subject: undefined, body: undefined }
    const news = await sendOne(own, { ...without, to: reader.email, template })
    const receipt = await sendOne(own, { to: reader.email })
    await call(own, ['PATCH', `/contacts/${reader.id}`], { body: { subscribed: false } })
    await drain()
    expect(await readEmail(own, news.email)).toMatchObject({ status: 'SUPPRESSED', reason: 'unsubscribed' })
    expect(await readEmail(own, receipt.email)).toMatchObject({ status: 'SENT' })
    expect(sink.emails).toHaveLength(1)
  })
})

describe('test recipients', () => {
  it.each([
    ['delivered', 'DELIVERED', null],
    ['delivered+label', 'DELIVERED', null],
    ['anybody', 'DELIVERED', null],
    ['bounced', 'BOUNCED', '550 5.1.1 No such user (test recipient)'],
    ['bounced+a', 'BOUNCED', '550 5.1.1 No such user (test recipient)'],
    ['complained', 'COMPLAINED', null],
    ['deferred', 'DEFERRED', '451 4.2.1 Try again later (test recipient)'],
    ['suppressed', 'SUPPRESSED', 'manual'],
    ['suppressed+x', 'SUPPRESSED', 'manual'],
  ])('end as their name says and never leave the machine: %s', async (name, status, reason) => {
    const to = `${name}@${TEST_DOMAIN}`
    const { email, ...entry } = await sendOne(own, { to, subscribed: true })
    // Suppression is decided when an email is accepted, as with a real address.
    const accepted = status === 'SUPPRESSED' ? { status, reason } : { status: 'QUEUED' }
    expect(entry).toMatchObject(accepted)
    await drain()
    expect(await readEmail(own, email)).toMatchObject({ status, reason })
    expect(sink.emails).toEqual([])
    expect(await suppressionsOf(own)).toEqual([])
    expect(await tallyOf(own)).toEqual({})
    expect(await readContact(own, to)).toMatchObject({ subscribed: true })
    // It works any number of times.
    expect(await sendOne(own, { to })).toMatchObject(accepted)
  })

  it('of marketing email who are not subscribed are counted nowhere either', async () => {
    const { id: template } = await buildTemplate(own, { type: 'MARKETING', from: SENDER })
    const without = { from: undefined, subject: undefined, body: undefined }
    const entry = await sendOne(own, { ...without, to: `delivered@${TEST_DOMAIN}`, template })
    expect(entry).toMatchObject({ status: 'SUPPRESSED', reason: 'not_subscribed' })
    expect(await tallyOf(own)).toEqual({})
  })
})

describe('a project that is disabled', () => {
  it('sends nothing until it is enabled again', async () => {
    const { email } = await sendOne(own)
    const setDisabled = (at: Date | null) =>
      own.deps.database.db
        .updateTable('projects')
        .set({ disabled_at: at })
        .where('id', '=', own.project.projectId)
        .execute()
    await setDisabled(own.clock.now())
    const other = await inFreshProject(test)
    await delivery.start(relayTo(sink))
    const { email: free } = await sendOne(other)
    await eventually(async () => expect((await readEmail(other, free)).status).toBe('SENT'))
    expect(await readEmail(own, email)).toMatchObject({ status: 'QUEUED', attempts: 0 })
    await setDisabled(null)
    await eventually(async () => expect((await readEmail(own, email)).status).toBe('SENT'))
  })
})

describe('an email that cannot be composed', () => {
  it('fails with the reason, and at once, when its template does not render', async () => {
    const { email } = await sendOne(own, {
      body: '{% for x in (1..n) %}{{ x }}{% endfor %}',
      data: { n: 99_999_999 },
    })
    await drain()
    const row = await readEmail(own, email)
    expect(row).toMatchObject({ status: 'FAILED', attempts: 1 })
    expect(row.reason).toContain('too much text or too long lists')
    expect(sink.emails).toEqual([])
  })

  it('fails when its attachment is gone', async () => {
    const { email } = await sendOne(own, { attachments: [{ filename: 'a.txt', content: 'YQ==' }] })
    await own.deps.database.db.deleteFrom('blobs').where('project_id', '=', own.project.projectId).execute()
    await drain()
    expect(await readEmail(own, email)).toMatchObject({
      status: 'FAILED',
      reason: 'its attachment a.txt is gone',
    })
  })
})
