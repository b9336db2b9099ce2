// Email whose contact is deleted while it waits: every email ends, none blocks the others, and a restart finds none
// stuck.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { countByStatus, relayTo, useDelivery } from '../../../test/support/delivery.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { buildContacts, inFreshProject, makeEmail } from '../../../test/support/factories.ts'
import { drain } from '../../../test/support/jobs.ts'
import { call } from '../../../test/support/requests.ts'
import { readEmail } from '../../../test/support/send-steps.ts'
import { useSmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import type { EmailId } from '../../platform/ids.ts'
import { createConnectionLimit } from '../../platform/email/smtp/connection-limit.ts'
import type { SendResult } from '../../platform/email/transport.ts'
import type { Lane } from './queue/retry-schedule.ts'

// More than an engine has connections and claims ahead: if each blocked one, no email would be sent any more.
const MANY = 130
const FEW = 3

const sink = useSmtpSink()
const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
let own: TestApp

/** Each test has the queue to itself. */
beforeEach(async () => {
  await sql`truncate emails cascade`.execute(test.deps.database.db)
  own = await inFreshProject(test)
})

/** Waiting emails whose contacts are deleted by one bulk action. */
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

const readEvents = async () => {
  const { rows } = await sql<{ name: string; contact_id: string | null; count: number }>`
    select name, contact_id, count(*)::int as count from events
    where project_id = ${own.project.projectId} and email_id is not null group by 1, 2 order by 1`.execute(
    test.deps.database.db,
  )
  return rows
}

describe('email to contacts who are deleted while it waits', () => {
  it.each(['marketing', 'transactional'] as const)(
    'is cancelled where it is %s, and the others leave',
    async (lane) => {
      await orphanEmails(lane)
      const last = await makeEmail(own)
      await delivery.start(relayTo(sink))
      await eventually(async () => expect(await countByStatus(test)).toEqual({ CANCELLED: MANY, SENT: 1 }))
      expect((await readEmail(own, last)).status).toBe('SENT')
      expect(sink.emails).toHaveLength(1)
      expect(await readEvents()).toEqual([])
    },
  )
})

describe('email to contacts who are deleted while it is being sent', () => {
  /** Deletes the contacts while a transport sends their emails, and then lets it answer. */
  async function deleteWhileSending(result: SendResult): Promise<EmailId[]> {
    const { promise: answer, resolve } = Promise.withResolvers<SendResult>()
    let begun = 0
    const send = () => {
      begun += 1
      return answer
    }
    await delivery.start({
      name: 'slow',
      limit: createConnectionLimit(),
      send,
      close: () => Promise.resolve(),
    })
    const contacts = await buildContacts(own, FEW)
    const ids: EmailId[] = []
    for (const { id: contactId, email: address } of contacts) {
      ids.push(await makeEmail(own, { contactId, address, variables: { code: '4711' } }))
    }
    await eventually(() => Promise.resolve(expect(begun).toBe(FEW)))
    for (const { id } of contacts) {
      expect((await call(own, ['DELETE', `/contacts/${id}`])).statusCode).toBe(204)
    }
    expect(await countByStatus(test)).toEqual({ SENDING: FEW })
    resolve(result)
    return ids
  }

  /** The job that was postponed while the email was being sent. */
  async function eraseAgain(): Promise<void> {
    await sql`update graphile_worker._private_jobs set run_at = now() where run_at < now() + interval '1 minute'`.execute(
      test.deps.database.db,
    )
    await drain(test.deps)
  }

  const reply = { code: 250, enhancedCode: '2.0.0', text: 'Ok' }

  it('ends normally, and is erased then', async () => {
    const [id = ''] = await deleteWhileSending({ kind: 'accepted', reply, isDelivered: false })
    await eventually(async () => expect(await countByStatus(test)).toEqual({ SENT: FEW }))
    await eraseAgain()
    const email = await readEmail(own, id)
    expect(email).toMatchObject({ status: 'SENT', contact_id: null, subject: null, variables: {} })
    expect(email.address).toMatch(/^erased:/)
  })

  it('is not retried if the relay defers it', async () => {
    await deleteWhileSending({
      kind: 'deferred',
      stage: 'rcpt',
      reply: { ...reply, code: 452 },
      reason: 'full',
    })
    await eventually(async () => expect(await countByStatus(test)).toEqual({ DEFERRED: FEW }))
    await eraseAgain()
    expect(await countByStatus(test)).toEqual({ CANCELLED: FEW })
  })

  it('is permanently refused like any other, and its address suppressed', async () => {
    const [id = ''] = await deleteWhileSending({
      kind: 'rejected',
      stage: 'rcpt',
      reply: { code: 550, enhancedCode: '5.1.1', text: 'No such user' },
    })
    await eventually(async () => expect(await countByStatus(test)).toEqual({ BOUNCED: FEW }))
    const { address } = await readEmail(own, id)
    const found = await call(own, ['GET', '/suppressions'], { query: { search: address } })
    expect(found.json()).toMatchObject({ suppressions: [{ email: address, reason: 'hard_bounce' }] })
  })
})
