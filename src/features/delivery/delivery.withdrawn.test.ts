// Emails that are withdrawn after a worker has claimed them and before they are started. The relay does not answer
// until the test says so, so that all other emails wait behind those on the wire.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countByStatus, relayTo, useDelivery } from '../../../test/support/delivery.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { buildContacts, inFreshProject, makeEmail } from '../../../test/support/factories.ts'
import { buildTopic } from '../../../test/support/feature-steps.ts'
import { drain } from '../../../test/support/jobs.ts'
import { call } from '../../../test/support/requests.ts'
import { readEmail } from '../../../test/support/send-steps.ts'
import { holdAnswers, useSmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import type { EmailId } from '../../platform/ids.ts'
import { setProjectDisabled } from '../projects/index.ts'
import type { Lane } from './queue/retry-schedule.ts'

const CONNECTIONS = 12
const EMAILS = 80
const WITHDRAWN = EMAILS - CONNECTIONS
// Twice as many as there are connections, and four times as many ahead of these.
const CLAIMED = 6 * CONNECTIONS

const sink = useSmtpSink()
const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
let own: TestApp
/** The relay answers from now on. */
let release: () => void = () => undefined

beforeEach(async () => {
  await sql`truncate emails, email_queue cascade`.execute(test.deps.database.db)
  own = await inFreshProject(test)
})

// The engine stops only after the relay has answered.
afterEach(() => release())

type ClaimedAhead = { contacts: { id: string; email: string }[]; ids: EmailId[] }

/** As many on the wire as there are connections, and the rest claimed behind them. */
async function claimAhead(lane: Lane, freshMs = 0, topicId?: string): Promise<ClaimedAhead> {
  const contacts = await buildContacts(own, EMAILS)
  const ids: EmailId[] = []
  for (const { id: contactId, email: address } of contacts) {
    const stored = topicId === undefined ? {} : { stored: { topic_id: topicId } }
    ids.push(await makeEmail(own, { lane, contactId, address, ...stored }))
  }
  release = holdAnswers(sink)
  await delivery.start(relayTo(sink, { connections: CONNECTIONS }), { freshMs })
  await eventually(async () => {
    expect(sink.emails).toHaveLength(CONNECTIONS)
    expect((await countByStatus(test)).SENDING).toBe(CLAIMED)
  })
  return { contacts, ids }
}

const bulk = async (action: string, ids: readonly string[]) => {
  const reply = await call(own, ['POST', '/contacts/bulk'], { body: { action, ids } })
  expect(reply.statusCode).toBe(202)
  await drain(test.deps)
}

const pauseAll = async () => {
  await sql`
    update contacts set paused_until = now() + interval '30 days'
    where project_id = ${own.project.projectId}`.execute(test.deps.database.db)
}

/** Every email has ended, and only those on the wire have arrived. */
async function expectEnds(ends: Record<string, number>): Promise<void> {
  await eventually(async () => expect(await countByStatus(test)).toEqual(ends))
  expect(new Set(sink.emails.map(({ to }) => to[0])).size).toBe(sink.emails.length)
  expect(sink.emails).toHaveLength(ends.SENT ?? 0)
}

const setDisabled = (isDisabled: boolean) =>
  setProjectDisabled(test.deps.database.db, {
    projectId: own.project.projectId,
    isDisabled,
    now: test.clock.now(),
  })

const reasonsOf = async (status: string) => {
  const { rows } = await sql<{ reason: string | null }>`
    select distinct reason from emails where status = ${status}`.execute(test.deps.database.db)
  return rows.map(({ reason }) => reason)
}

describe('emails that were claimed ahead', () => {
  it('are not sent if their recipients unsubscribe', async () => {
    const { contacts } = await claimAhead('marketing')
    await bulk(
      'unsubscribe',
      contacts.map(({ id }) => id),
    )
    release()
    await expectEnds({ SENT: CONNECTIONS, SUPPRESSED: WITHDRAWN })
    expect(await reasonsOf('SUPPRESSED')).toEqual(['unsubscribed'])
  })

  it('are not sent if their recipients leave the topic', async () => {
    const { id: topicId } = await buildTopic(own, { key: 'news' })
    const { contacts } = await claimAhead('marketing', 0, topicId)
    for (const { id } of contacts) {
      await call(own, ['PATCH', `/contacts/${id}`], { body: { topics: { news: false } } })
    }
    release()
    await expectEnds({ SENT: CONNECTIONS, SUPPRESSED: WITHDRAWN })
    expect(await reasonsOf('SUPPRESSED')).toEqual(['not_in_topic'])
  })

  it('are not sent if their recipients pause', async () => {
    await claimAhead('marketing')
    await pauseAll()
    release()
    await expectEnds({ SENT: CONNECTIONS, SUPPRESSED: WITHDRAWN })
    expect(await reasonsOf('SUPPRESSED')).toEqual(['paused'])
  })

  it('are cancelled if their topic is deleted', async () => {
    const { id: topicId } = await buildTopic(own, { key: 'news' })
    await claimAhead('marketing', 0, topicId)
    await call(own, ['DELETE', `/topics/${topicId}`])
    release()
    await expectEnds({ SENT: CONNECTIONS, CANCELLED: WITHDRAWN })
    expect(await reasonsOf('CANCELLED')).toEqual(['topic_deleted'])
  })

  it('are sent if they are transactional', async () => {
    const { contacts } = await claimAhead('transactional')
    await bulk(
      'unsubscribe',
      contacts.map(({ id }) => id),
    )
    release()
    await expectEnds({ SENT: EMAILS })
  })

  it.each(['marketing', 'transactional'] as const)(
    'stay when their addresses are suppressed: %s',
    async (lane) => {
      const { contacts } = await claimAhead(lane)
      for (const { email } of contacts) await call(own, ['POST', '/suppressions'], { body: { email } })
      release()
      await expectEnds({ SENT: CONNECTIONS, SUPPRESSED: WITHDRAWN })
      expect(await reasonsOf('SUPPRESSED')).toEqual(['manual'])
    },
  )

  it('are not sent if their contacts are deleted', async () => {
    const { contacts } = await claimAhead('transactional')
    await bulk(
      'delete',
      contacts.map(({ id }) => id),
    )
    release()
    await expectEnds({ SENT: CONNECTIONS, CANCELLED: WITHDRAWN })
    expect(await reasonsOf('CANCELLED')).toEqual(['its contact was deleted'])
  })

  it('wait while their project is disabled, and are sent once after it is enabled', async () => {
    await claimAhead('transactional')
    await setDisabled(true)
    release()
    await expectEnds({ SENT: CONNECTIONS, QUEUED: WITHDRAWN })
    await setDisabled(false)
    await expectEnds({ SENT: EMAILS })
  })

  it('wait when the marketing email of their project is paused', async () => {
    const { ids } = await claimAhead('marketing')
    const values = {
      project_id: own.project.projectId,
      state: 'PAUSED',
      reason: 'x',
      changed_at: test.clock.now(),
    }
    await test.deps.database.db.insertInto('project_health').values(values).execute()
    release()
    await expectEnds({ SENT: CONNECTIONS, QUEUED: WITHDRAWN })
    // As if it had never been claimed.
    expect(await readEmail(own, ids.at(-1) ?? '')).toMatchObject({ status: 'QUEUED', attempts: 0 })
  })

  it('cannot be cancelled: the call says that it is too late, and they are sent', async () => {
    const { ids } = await claimAhead('transactional')
    const { rows } = await sql<{ id: EmailId }>`
      select email_id as id from email_queue where status = 'SENDING'`.execute(test.deps.database.db)
    const claimed = new Set(rows.map(({ id }) => id))
    for (const id of ids) {
      const reply = await call(own, ['POST', `/emails/${id}/cancel`])
      expect(reply.statusCode).toBe(claimed.has(id) ? 400 : 200)
    }
    release()
    await expectEnds({ SENT: CLAIMED, CANCELLED: EMAILS - CLAIMED })
  })

  it.each([
    [
      'unsubscribe',
      ({ contacts }: ClaimedAhead) =>
        bulk(
          'unsubscribe',
          contacts.map(({ id }) => id),
        ),
    ],
    ['pause', () => pauseAll()],
  ] as const)(
    'are not sent after a notification, however young their claims are: %s',
    async (_name, withdraw) => {
      await withdraw(await claimAhead('marketing', Infinity))
      // One after the other, until the notification arrives: long before the turn of the last claimed email.
      const held: (() => void)[] = []
      const after = () => new Promise<void>((resolve) => void held.push(resolve))
      sink.script = { dot: () => ({ say: '250 2.0.0 queued', after: after() }) }
      release()
      release = () => {
        sink.script = {}
        for (const answer of held) answer()
      }
      await eventually(async () => {
        held.shift()?.()
        expect((await countByStatus(test)).SUPPRESSED).toBeGreaterThan(0)
      }, 100)
      release()
      await eventually(async () => expect((await countByStatus(test)).SENDING).toBeUndefined())
      const { SENT = 0, SUPPRESSED = 0 } = await countByStatus(test)
      expect([SENT + SUPPRESSED, sink.emails.length]).toEqual([EMAILS, SENT])
      expect(SENT).toBeLessThan(CLAIMED)
    },
  )
})
