// The whole engine, alone and beside another: which emails are sent, how often and in which order, and the state after
// a stop.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { countByStatus, relayTo, useDelivery } from '../../../test/support/delivery.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { buildContact, inFreshProject, makeEmail, multiplyEmail } from '../../../test/support/factories.ts'
import { buildDomain, newDomain } from '../../../test/support/feature-steps.ts'
import { readEmail, sendOne } from '../../../test/support/send-steps.ts'
import { useSmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { createConnectionLimit } from '../../platform/email/smtp/connection-limit.ts'
import type { Envelope, SendResult, Transport } from '../../platform/email/transport.ts'

const sink = useSmtpSink()
const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
let own: TestApp

/** Each test has the queue to itself. */
beforeEach(async () => {
  await sql`truncate email_queue, emails`.execute(test.deps.database.db)
  own = await inFreshProject(test)
})

const ACCEPTED: SendResult = {
  kind: 'accepted',
  reply: { code: 250, enhancedCode: null, text: 'OK' },
  isDelivered: false,
}

/** A transport that holds emails until the test lets them go. */
function createSlowTransport() {
  const sent: Envelope[] = []
  const gate = Promise.withResolvers<SendResult>()
  const transport: Transport = {
    name: 'slow',
    limit: createConnectionLimit(),
    send(envelope) {
      sent.push(envelope)
      return gate.promise
    },
    close: () => Promise.resolve(),
  }
  return { transport, sent, finish: (result: SendResult = ACCEPTED) => gate.resolve(result) }
}

const makeDue = (id: string) =>
  sql`update email_queue set run_at = clock_timestamp() where email_id = ${id}`.execute(test.deps.database.db)

describe('two engines', () => {
  it('take every email once', async () => {
    await multiplyEmail(test, { id: await makeEmail(own), count: 500 })
    await Promise.all([delivery.start(relayTo(sink)), delivery.start(relayTo(sink))])
    await eventually(async () => expect(await countByStatus(test)).toEqual({ SENT: 500 }))
    const ids = sink.emails.map(({ bytes }) => /^Message-ID: .*$/m.exec(bytes.toString('latin1'))?.[0])
    expect(ids).toHaveLength(500)
    expect(new Set(ids).size).toBe(500)
  })

  it('do not overwrite each other: a worker that lost an email cannot record a result', async () => {
    const [slow, other] = [createSlowTransport(), createSlowTransport()]
    const id = await makeEmail(own)
    const first = await delivery.start(slow.transport)
    await eventually(() => expect(slow.sent).toHaveLength(1))
    // It claims no more, or it might claim the email again itself, and waits for the email on the wire.
    const stopped = first.stop()
    await delivery.start(other.transport)
    await eventually(async () => {
      // As if the first one had been frozen for longer than its lease.
      await sql`
        update email_queue set lease_until = clock_timestamp() where email_id = ${id} and attempts = 1`.execute(
        test.deps.database.db,
      )
      expect(other.sent).toHaveLength(1)
    })
    slow.finish({ kind: 'rejected', stage: 'rcpt', reply: { code: 550, enhancedCode: '5.1.1', text: 'No' } })
    await stopped
    expect(await readEmail(own, id)).toMatchObject({ status: 'SENDING', attempts: 2 })
    other.finish()
    await eventually(async () =>
      expect(await readEmail(own, id)).toMatchObject({ status: 'SENT', attempts: 2 }),
    )
    const { rows } = await sql`
      select from suppressions where project_id = ${own.project.projectId}`.execute(test.deps.database.db)
    expect(rows).toEqual([])
  })
})

describe('a stop', () => {
  it('finishes the emails on the wire and releases the rest', async () => {
    const slow = createSlowTransport()
    await multiplyEmail(test, { id: await makeEmail(own), count: 120 })
    const engine = await delivery.start(slow.transport)
    await eventually(() => expect(slow.sent).toHaveLength(50))
    await eventually(async () => expect(await countByStatus(test)).toEqual({ SENDING: 120 }))
    const stopped = engine.stop()
    await eventually(async () => expect(await countByStatus(test)).toEqual({ SENDING: 50, QUEUED: 70 }))
    slow.finish()
    await stopped
    expect(await countByStatus(test)).toEqual({ SENT: 50, QUEUED: 70 })
    expect(slow.sent).toHaveLength(50)
    const { rows } = await sql<{ attempts: number }>`
      select distinct attempts from all_emails where status = 'QUEUED'`.execute(test.deps.database.db)
    expect(rows).toEqual([{ attempts: 0 }])
  })
})

describe('an engine at work', () => {
  it('sends email that is accepted while it runs', async () => {
    await delivery.start(relayTo(sink))
    const { email } = await sendOne(own)
    await eventually(async () => expect((await readEmail(own, email)).status).toBe('SENT'))
  })

  it('sends a scheduled email when its time comes', async () => {
    const due = new Date(test.clock.now().getTime() + 3_600_000)
    const { email } = await sendOne(own, { scheduledFor: due.toISOString() })
    await delivery.start(relayTo(sink))
    const { email: another } = await sendOne(own)
    await eventually(async () => expect((await readEmail(own, another)).status).toBe('SENT'))
    expect((await readEmail(own, email)).status).toBe('SCHEDULED')
    await makeDue(email)
    await eventually(async () => expect((await readEmail(own, email)).status).toBe('SENT'))
  })

  it('sends the email of another project while thousands of one project wait', async () => {
    const { id: contactId } = await buildContact(own)
    const id = await makeEmail(own, { lane: 'marketing', contactId })
    await multiplyEmail(test, { id, count: 3_000 })
    const small = await inFreshProject(test)
    const reader = await buildContact(small)
    let answered = 0
    const held: (() => void)[] = []
    const transport: Transport = {
      name: 'held',
      limit: createConnectionLimit(),
      send: () => new Promise((resolve) => void held.push(() => resolve(ACCEPTED))),
      close: () => Promise.resolve(),
    }
    const answerSome = (count: number) => {
      for (const answer of held.splice(0, count)) answer()
      answered += count
    }
    const engine = await delivery.start(transport)
    await eventually(() => {
      answerSome(20)
      expect(answered).toBeGreaterThan(200)
    })
    const single = await makeEmail(small, { lane: 'marketing', contactId: reader.id })
    await eventually(async () => {
      // Few at a time, so that the backlog lasts also where the worker is slow to notice the new email.
      answerSome(2)
      expect((await readEmail(small, single)).status).toBe('SENT')
    })
    // In its turn, and not behind the backlog of the other project.
    expect((await countByStatus(test)).QUEUED).toBeGreaterThan(1_000)
    const stopped = engine.stop()
    const answering = setInterval(() => answerSome(20), 1)
    await stopped
    clearInterval(answering)
  })

  it('goes on after an internal error with one email', async () => {
    let isBroken = true
    const transport: Transport = {
      name: 'broken',
      limit: createConnectionLimit(),
      send: () => {
        if (!isBroken) return Promise.resolve(ACCEPTED)
        isBroken = false
        return Promise.reject(new Error('a mistake in a transport'))
      },
      close: () => Promise.resolve(),
    }
    const broken = await makeEmail(own)
    await delivery.start(transport)
    await eventually(() => expect(isBroken).toBe(false))
    const next = await makeEmail(own)
    await eventually(async () => expect((await readEmail(own, next)).status).toBe('SENT'))
    // Retried as after any failure, and given up in the end.
    expect(await readEmail(own, broken)).toMatchObject({
      status: 'DEFERRED',
      attempts: 1,
      reason: 'internal error; the log of the server has the details',
    })
  })
})

describe('a domain that is no longer verified', () => {
  const setStatus = ({ id }: { id: string }, status: 'VERIFIED' | 'FAILED') =>
    sql`update domains set status = ${status}, verified_at = now(), warned_at = now() where id = ${id}`.execute(
      test.deps.database.db,
    )
  it('defers its email, which is sent when it is verified again', async () => {
    const domain = await buildDomain(own, { domain: newDomain() })
    await setStatus(domain, 'VERIFIED')
    const { email } = await sendOne(own, { from: `shop@${domain.domain}` })
    await setStatus(domain, 'FAILED')
    await delivery.drain(relayTo(sink))
    const row = await readEmail(own, email)
    expect(row).toMatchObject({ status: 'DEFERRED', attempts: 1 })
    expect(row.reason).toContain(`${domain.domain} is no longer verified`)
    expect(sink.emails).toEqual([])
    await setStatus(domain, 'VERIFIED')
    await makeDue(email)
    await delivery.drain(relayTo(sink))
    expect(await readEmail(own, email)).toMatchObject({ status: 'SENT', attempts: 2 })
    expect(sink.emails).toHaveLength(1)
  })

  it('is noticed within ten seconds by an engine that has just sent for it', async () => {
    const domain = await buildDomain(own, { domain: newDomain() })
    await setStatus(domain, 'VERIFIED')
    await delivery.start(relayTo(sink))
    const from = `shop@${domain.domain}`
    const { email: first } = await sendOne(own, { from })
    const later = new Date(test.clock.now().getTime() + 3_600_000)
    const { email: second } = await sendOne(own, { from, scheduledFor: later.toISOString() })
    await eventually(async () => expect((await readEmail(own, first)).status).toBe('SENT'))
    await setStatus(domain, 'FAILED')
    test.clock.advance(10_000)
    onTestFinished(() => test.clock.advance(-10_000))
    await makeDue(second)
    await eventually(async () => expect((await readEmail(own, second)).status).toBe('DEFERRED'))
  })
})
