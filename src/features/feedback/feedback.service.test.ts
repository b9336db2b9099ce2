// The effects of reports on emails in every state, on their recipients, and on counters.
import { beforeEach, describe, expect, it } from 'vitest'
import {
  buildContact,
  inFreshProject,
  makeEmail,
  readContact,
  readEventNames,
  newAddress,
} from '../../../test/support/factories.ts'
import { useDelivery } from '../../../test/support/delivery.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import type { EmailId } from '../../platform/ids.ts'
import { createConnectionLimit } from '../../platform/email/smtp/connection-limit.ts'
import type { Transport } from '../../platform/email/transport.ts'
import { readFeedback } from '../../platform/email/feedback/read-feedback.ts'
import { applyFeedback } from './feedback.service.ts'
import {
  abuseReport,
  DELAYED,
  dsn,
  HARD,
  makeSentEmail,
  outOfOffice,
  POLICY,
  readEventNamesOf,
  readEmail,
  readSuppressions,
  readTally,
  SOFT,
} from './fixtures/reports.ts'

const test = useTestApp()
const delivery = useDelivery(test)
let own: TestApp
beforeEach(async () => {
  own = await inFreshProject(test)
})

const DAY_MS = 86_400_000
const NULL_STATE = { suppressions: [], subscribed: true }

async function apply(emailId: EmailId, bytes: Buffer) {
  return applyFeedback(
    own.deps.database.db,
    { projectId: own.project.projectId, emailId },
    { feedback: await readFeedback(bytes), secrets: own.deps.secrets, now: own.clock.now() },
  )
}

/** A contact and an email to it. */
async function makeEmailToPerson(
  overrides: { status?: string; sentAt?: Date | null; lane?: 'marketing' } = {},
) {
  const { id: contactId, email: address } = await buildContact(own)
  return { contactId, address, emailId: await makeSentEmail(own, { contactId, address, ...overrides }) }
}

const stateOf = async (address: string) => ({
  suppressions: (await readSuppressions(own)).map(({ reason }) => reason),
  subscribed: (await readContact(own, address))?.subscribed,
})

const typesOf = async (emailId: EmailId) => (await readEmail(own, emailId)).events.map(({ type }) => type)

describe('a bounce', () => {
  it.each([
    ['hard', HARD, { suppressions: ['hard_bounce'], subscribed: false }],
    ['soft', SOFT, NULL_STATE],
    ['policy', POLICY, NULL_STATE],
  ])('that is %s is on record, and does to the recipient what it should', async (verdict, how, expected) => {
    const { address, emailId } = await makeEmailToPerson()
    expect(await apply(emailId, dsn({ address, ...how }))).toMatchObject({ type: 'bounced', class: verdict })
    expect(await readEmail(own, emailId)).toMatchObject({ status: 'BOUNCED' })
    expect(await readEventNamesOf(own, { emailId })).toEqual(['email.bounced'])
    expect(await stateOf(address)).toEqual(expected)
  })

  it.each(['SENT', 'DELIVERED'])(
    'moves an email that was %s to BOUNCED in what is counted',
    async (status) => {
      const { address, emailId } = await makeEmailToPerson({ status })
      expect(await readTally(own)).toEqual({ [status.toLowerCase()]: 1 })
      await apply(emailId, dsn({ address }))
      expect(await readTally(own)).toEqual({ bounced: 1, reported: 1 })
    },
  )

  it('counts in the hour in which its email left', async () => {
    const sentAt = new Date(own.clock.now().getTime() - 2 * DAY_MS)
    const { address, emailId } = await makeEmailToPerson({ sentAt })
    await apply(emailId, dsn({ address }))
    const { rows } = await own.deps.database.pool.query<{ label: string; delta: number }>(
      `select label, sum(delta)::int as delta from counter_deltas where project_id = $1 and counter = 'mail'
       group by 1 having sum(delta) <> 0`,
      [own.project.projectId],
    )
    const hour = (at: Date) => at.toISOString().slice(0, 13)
    expect(Object.fromEntries(rows.map(({ label, delta }) => [label, delta]))).toEqual({
      [`${hour(sentAt)} bounced`]: 1,
      [`${hour(own.clock.now())} reported`]: 1,
    })
  })

  it.each(['QUEUED', 'DEFERRED', 'SENDING'])(
    'ends an email that seems to be waiting (%s): a server must have accepted it',
    async (status) => {
      const { address, emailId } = await makeEmailToPerson({ status, sentAt: null })
      await apply(emailId, dsn({ address }))
      expect(await readEmail(own, emailId)).toMatchObject({ status: 'BOUNCED', sentAt: null })
      expect(await readTally(own)).toEqual({ bounced: 1, reported: 1 })
    },
  )

  it('takes the email from a worker that is sending it a second time', async () => {
    const address = (await buildContact(own)).email
    const emailId = await makeEmail(own, { address })
    const slow: Transport = {
      name: 'slow',
      limit: createConnectionLimit(),
      async send() {
        await apply(emailId, dsn({ address }))
        return { kind: 'accepted', reply: { code: 250, enhancedCode: null, text: 'OK' }, isDelivered: false }
      },
      close: () => Promise.resolve(),
    }
    await delivery.drain(slow)
    expect(await readEmail(own, emailId)).toMatchObject({ status: 'BOUNCED' })
    expect(await readTally(own)).toEqual({ bounced: 1, reported: 1 })
  })

  it('of an email from before a resumption is no longer held against the project', async () => {
    const now = own.clock.now()
    const sentAt = new Date(now.getTime() - 1)
    const { address, emailId } = await makeEmailToPerson({ sentAt })
    await own.deps.database.db
      .insertInto('project_health')
      .values({ project_id: own.project.projectId, state: 'GOOD', judged_from: now, changed_at: now })
      .execute()
    const before = (await call(own, ['GET', '/project/health'])).json<Record<string, unknown>>()
    await apply(emailId, dsn({ address }))
    expect((await call(own, ['GET', '/project/health'])).json()).toEqual(before)
    expect(await readTally(own)).toEqual({ bounced: 1, reported: 1 })
  })

  it.each(['FAILED', 'CANCELLED', 'SUPPRESSED'])(
    'of an email that has ended (%s) is recorded and suppresses the recipient, but the status stays',
    async (status) => {
      const { address, emailId } = await makeEmailToPerson({ status, sentAt: null })
      await apply(emailId, dsn({ address }))
      expect(await readEmail(own, emailId)).toMatchObject({ status })
      expect(await typesOf(emailId)).toContain('bounced')
      expect(await readTally(own)).toEqual({})
      expect(await stateOf(address)).toEqual({ suppressions: ['hard_bounce'], subscribed: false })
    },
  )

  it('comes a second time without effect, even after the suppression was lifted', async () => {
    const { contactId, address, emailId } = await makeEmailToPerson()
    await apply(emailId, dsn({ address }))
    const [suppression] = (await call(own, ['GET', '/suppressions'])).json<{
      suppressions: { id: string }[]
    }>().suppressions
    await call(own, ['DELETE', `/suppressions/${suppression?.id}`])
    expect(await apply(emailId, dsn({ address }))).toBeUndefined()
    expect(await readSuppressions(own)).toEqual([])
    expect(await readEventNames(own, contactId)).toHaveLength(3)
  })

  it('has one effect when it comes many times at the same moment', async () => {
    const { address, emailId } = await makeEmailToPerson()
    const results = await Promise.all(Array.from({ length: 8 }, () => apply(emailId, dsn({ address }))))
    expect(results.filter((one) => one !== undefined)).toHaveLength(1)
    expect(await readTally(own)).toEqual({ bounced: 1, reported: 1 })
    expect(await readEventNamesOf(own, { emailId })).toEqual(['email.bounced'])
  })

  it('that is hard suppresses the recipient after a soft one', async () => {
    const { address, emailId } = await makeEmailToPerson()
    await apply(emailId, dsn({ address, ...SOFT }))
    await apply(emailId, dsn({ address }))
    expect(await stateOf(address)).toEqual({ suppressions: ['hard_bounce'], subscribed: false })
    expect(await readTally(own)).toEqual({ bounced: 1, reported: 1 })
  })

  it('about the size of the email suppresses nobody, however often it comes', async () => {
    const { email: address, id: contactId } = await buildContact(own)
    for (let sent = 0; sent < 4; sent += 1) {
      const emailId = await makeSentEmail(own, { contactId, address })
      const effect = await apply(
        emailId,
        dsn({ address, status: '5.3.4', diagnosis: '552 5.3.4 Message too large' }),
      )
      expect(effect).toMatchObject({ type: 'bounced', class: 'policy' })
    }
    expect(await stateOf(address)).toEqual({ suppressions: [], subscribed: true })
  })

  it('about the sender is shown with the health of the project', async () => {
    const { address, emailId } = await makeEmailToPerson()
    await apply(
      emailId,
      dsn({ address, status: '5.7.1', diagnosis: `550 5.7.1 <${address}> rejected per DMARC policy` }),
    )
    const { refusals } = (await call(own, ['GET', '/project/health'])).json<{ refusals: object[] }>()
    expect(refusals).toMatchObject([
      {
        receiver: address.split('@')[1],
        kind: 'authentication',
        emails: 1,
        answer: expect.stringContaining('DMARC') as unknown,
      },
    ])
    expect(JSON.stringify(refusals)).not.toContain(address)
  })

  it('of a copy suppresses its address, which is no contact', async () => {
    const emailId = await makeSentEmail(own, { address: 'copy@example.com' })
    await apply(emailId, dsn({ address: 'copy@example.com' }))
    expect(await readSuppressions(own)).toMatchObject([{ email: 'copy@example.com', reason: 'hard_bounce' }])
  })

  it('never suppresses an address that the report names and we did not send to', async () => {
    const { address, emailId } = await makeEmailToPerson()
    const victim = await buildContact(own)
    await apply(emailId, dsn({ address: victim.email }))
    expect((await readSuppressions(own)).map(({ email }) => email)).toEqual([address])
    expect(await readContact(own, victim.email)).toMatchObject({ subscribed: true })
  })

  it('of a test recipient is on its record and nowhere else', async () => {
    const address = 'delivered@inbox.lettermill.test'
    const emailId = await makeEmail(own, {
      address,
      stored: { status: 'DELIVERED', sent_at: own.clock.now() },
    })
    await apply(emailId, dsn({ address }))
    expect(await readEmail(own, emailId)).toMatchObject({ status: 'BOUNCED' })
    expect(await readSuppressions(own)).toEqual([])
    expect(await readTally(own)).toEqual({})
  })

  it('keeps the words of others as far as a database can', async () => {
    const { address, emailId } = await makeEmailToPerson()
    const diagnosis = `550 5.1.1 ${'x'.repeat(480)}${'😀'.repeat(20)}`
    await apply(emailId, dsn({ address, diagnosis }))
    expect((await readEmail(own, emailId)).reason).toContain('xxx')
  })

  it('finds no email of another project', async () => {
    const emailId = await makeSentEmail(test, { address: 'theirs@example.com' })
    expect(await apply(emailId, dsn({ address: 'theirs@example.com' }))).toBeUndefined()
    expect(await readEmail(test, emailId)).toMatchObject({ status: 'SENT' })
  })
})

describe('a server that still tries', () => {
  it('is on the timeline, once, and changes nothing', async () => {
    const { address, emailId } = await makeEmailToPerson()
    await apply(emailId, dsn({ address, ...DELAYED }))
    await apply(emailId, dsn({ address, ...DELAYED }))
    expect(await readEmail(own, emailId)).toMatchObject({ status: 'SENT', reason: null })
    expect(await typesOf(emailId)).toEqual(['queued', 'sent', 'delayed'])
    expect(await readTally(own)).toEqual({ sent: 1 })
    expect(await readEventNamesOf(own, { emailId })).toEqual([])
  })

  it('may give up later', async () => {
    const { address, emailId } = await makeEmailToPerson()
    await apply(emailId, dsn({ address, ...DELAYED }))
    await apply(emailId, dsn({ address, ...SOFT }))
    expect(await typesOf(emailId)).toEqual(['queued', 'sent', 'delayed', 'bounced'])
  })
})

describe('a complaint', () => {
  it.each([
    ['counts among those that its receiver reports', true, { reportable: 1, 'reportable-complained': 1 }],
    ['of an email that was not counted so counts as before', false, {}],
  ])('%s', async (_what, isCounted, expected) => {
    const address = newAddress().replace(/@.*/, '@yahoo.com')
    const emailId = await makeSentEmail(own, { address })
    const hour = own.clock.now().toISOString().slice(0, 13)
    if (isCounted) {
      await own.deps.database.db
        .insertInto('counter_deltas')
        .values({ project_id: own.project.projectId, counter: 'mail', label: `${hour} reportable`, delta: 1 })
        .execute()
    }
    await apply(emailId, abuseReport({ address }))
    expect(await readTally(own)).toEqual({ complained: 1, reported: 1, ...expected })
  })

  it('ends the email, suppresses and unsubscribes', async () => {
    const { contactId, address, emailId } = await makeEmailToPerson()
    await apply(emailId, abuseReport({ address }))
    await apply(emailId, abuseReport({ address }))
    expect(await readEmail(own, emailId)).toMatchObject({ status: 'COMPLAINED' })
    expect((await readEmail(own, emailId)).events.at(-1)).toMatchObject({
      type: 'complained',
      data: { feedbackType: 'abuse', source: 'feedback-report' },
    })
    expect(await stateOf(address)).toEqual({ suppressions: ['complaint'], subscribed: false })
    expect((await readEventNames(own, contactId)).toSorted()).toEqual([
      'contact.created',
      'contact.unsubscribed',
      'email.complained',
    ])
    expect(await readTally(own)).toEqual({ complained: 1, reported: 1 })
  })

  it.each([
    ['complaint', abuseReport],
    ['hard_bounce', ({ address }: { address: string }) => dsn({ address, ...HARD })],
  ])('or a bounce for good drops marketing email that waits, with the reason %s', async (reason, report) => {
    const { contactId, address, emailId } = await makeEmailToPerson()
    const scheduledFor = new Date(own.clock.now().getTime() + 30 * DAY_MS)
    const dropped = await makeEmail(own, { contactId, address, lane: 'marketing', scheduledFor })
    const kept = await makeEmail(own, { contactId, address, lane: 'transactional', scheduledFor })
    await apply(emailId, report({ address }))
    expect(await readEmail(own, dropped)).toMatchObject({ status: 'SUPPRESSED', reason })
    expect(await readEmail(own, kept)).toMatchObject({ status: 'SCHEDULED' })
    expect(await readEventNamesOf(own, { emailId: dropped })).toEqual(['email.suppressed'])
  })

  it('about an email that had bounced is honoured, and the email stays BOUNCED', async () => {
    const { address, emailId } = await makeEmailToPerson()
    await apply(emailId, dsn({ address, ...SOFT }))
    await apply(emailId, abuseReport({ address }))
    expect(await readEmail(own, emailId)).toMatchObject({ status: 'BOUNCED' })
    expect(await stateOf(address)).toEqual({ suppressions: ['complaint'], subscribed: false })
    expect(await readEventNamesOf(own, { emailId })).toEqual(['email.bounced', 'email.complained'])
    expect(await readTally(own)).toEqual({ bounced: 1, reported: 1 })
  })

  it('proves that an email arrived which was thought to wait', async () => {
    const { address, emailId } = await makeEmailToPerson({ status: 'DEFERRED', sentAt: null })
    await apply(emailId, abuseReport({ address }))
    expect(await readEmail(own, emailId)).toMatchObject({
      status: 'COMPLAINED',
      sentAt: expect.any(String) as unknown,
    })
  })

  it('that is not one leaves everything as it is', async () => {
    const { address, emailId } = await makeEmailToPerson()
    expect(await apply(emailId, abuseReport({ address, type: 'not-spam' }))).toBeUndefined()
    expect(await readEmail(own, emailId)).toMatchObject({ status: 'SENT' })
    expect(await stateOf(address)).toEqual(NULL_STATE)
  })
})

describe('a request for no more emails', () => {
  it('unsubscribes, drops what waits, and suppresses nothing', async () => {
    const { contactId, address, emailId } = await makeEmailToPerson()
    const waiting = await makeEmail(own, { contactId, address, lane: 'marketing' })
    const optOut = abuseReport({ address, type: 'opt-out' })
    await apply(emailId, optOut)
    expect(await readEmail(own, emailId)).toMatchObject({ status: 'SENT' })
    expect(await typesOf(emailId)).toEqual(['queued', 'sent', 'unsubscribed'])
    expect(await readEmail(own, waiting)).toMatchObject({ status: 'SUPPRESSED', reason: 'unsubscribed' })
    expect(await stateOf(address)).toEqual({ suppressions: [], subscribed: false })
  })

  it('does not undo a later subscription when it comes again', async () => {
    const { contactId, address, emailId } = await makeEmailToPerson()
    await apply(emailId, abuseReport({ address, type: 'opt-out' }))
    await call(own, ['PATCH', `/contacts/${contactId}`], { body: { subscribed: true } })
    await apply(emailId, abuseReport({ address, type: 'opt-out' }))
    expect(await stateOf(address)).toEqual(NULL_STATE)
  })
})

describe('an automatic answer', () => {
  it('is no bounce, whatever it says', async () => {
    const { address, emailId } = await makeEmailToPerson()
    expect(await apply(emailId, outOfOffice({ address }))).toBeUndefined()
    expect(await typesOf(emailId)).toEqual(['queued', 'sent'])
    expect(await stateOf(address)).toEqual(NULL_STATE)
  })
})

describe('three soft give-ups in a row', () => {
  it('suppress the address for 30 days', async () => {
    const { id: contactId, email: address } = await buildContact(own)
    for (const expected of [[], [], ['soft_bounces']]) {
      const emailId = await makeSentEmail(own, { contactId, address })
      await apply(emailId, dsn({ address, ...SOFT }))
      expect((await readSuppressions(own)).map(({ reason }) => reason)).toEqual(expected)
    }
    const [suppression] = await readSuppressions(own)
    expect(suppression).toMatchObject({ email: address, source: 'bounce' })
    const leftMs = Date.parse(suppression?.expiresAt ?? '') - own.clock.now().getTime()
    expect(leftMs / DAY_MS).toBeGreaterThan(29.9)
    expect(leftMs / DAY_MS).toBeLessThanOrEqual(30)
    expect(await readContact(own, address)).toMatchObject({ subscribed: true })
  })

  it('are found when they come at the same moment', async () => {
    const { id: contactId, email: address } = await buildContact(own)
    const ids: EmailId[] = []
    for (let index = 0; index < 3; index += 1) ids.push(await makeSentEmail(own, { contactId, address }))
    await Promise.all(ids.map((emailId) => apply(emailId, dsn({ address, ...SOFT }))))
    expect((await readSuppressions(own)).map(({ reason }) => reason)).toEqual(['soft_bounces'])
  })
})
