// Pausing and cancelling a campaign while a slow relay has some of its emails and workers have claimed more. The relay does
// not answer until the test says so.
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { relayTo } from '../../../../test/support/delivery.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { buildContact, buildContacts } from '../../../../test/support/factories.ts'
import { holdAnswers, useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import {
  act,
  advance,
  buildCampaign,
  countStates,
  expectExact,
  readCampaign,
  readStatistics,
  send,
} from '../fixtures/campaign-steps.ts'
import { useCampaigns } from '../fixtures/use-campaigns.ts'

const CONNECTIONS = 12
const RECIPIENTS = 80
const REST = RECIPIENTS - CONNECTIONS
// Twice the connections, and four times as many claimed ahead.
const CLAIMED = 6 * CONNECTIONS

const sink = useSmtpSink()
const { delivery, own } = useCampaigns()
/** Lets the relay answer. */
let release: () => void = () => undefined
// The engine stops only after the relay has answered.
afterEach(() => release())

/** Fills all connections, with further emails claimed ahead. */
async function claimAhead(): Promise<string> {
  await buildContacts(own, RECIPIENTS, { data: { name: 'Ann' } })
  const { id } = await buildCampaign(own)
  await send(own, id)
  release = holdAnswers(sink)
  await delivery.start(relayTo(sink, { connections: CONNECTIONS }), { freshMs: 0 })
  await advance(own, id)
  await eventually(async () => {
    expect(sink.emails).toHaveLength(CONNECTIONS)
    expect((await countStates(own, id)).SENDING).toBe(CLAIMED)
  })
  return id
}

const recipients = () => new Set(sink.emails.map(({ to }) => to[0]))

describe('a campaign whose emails were claimed ahead', () => {
  it('sends nothing more once it is paused, and each of the rest once when it is resumed', async () => {
    const id = await claimAhead()
    expect((await act(own, [id, 'pause'])).statusCode).toBe(200)
    release()
    await eventually(async () =>
      expect(await countStates(own, id)).toEqual({ SENT: CONNECTIONS, QUEUED: REST }),
    )
    expect(sink.emails).toHaveLength(CONNECTIONS)
    expect((await act(own, [id, 'resume'])).statusCode).toBe(200)
    await eventually(async () => expect(await countStates(own, id)).toEqual({ SENT: RECIPIENTS }))
    expect([sink.emails.length, recipients().size]).toEqual([RECIPIENTS, RECIPIENTS])
    await advance(own, id)
    expect(await readCampaign(own, id)).toMatchObject({ status: 'SENT' })
    await expectExact(own, id)
  })

  it('sends nothing more once it is cancelled, and counts the rest as cancelled', async () => {
    const id = await claimAhead()
    expect((await act(own, [id, 'cancel'])).statusCode).toBe(200)
    release()
    await eventually(async () => {
      await advance(own, id)
      expect(await countStates(own, id)).toEqual({ SENT: CONNECTIONS, CANCELLED: REST })
    })
    expect(sink.emails).toHaveLength(CONNECTIONS)
    expect(await readStatistics(own, id)).toMatchObject({ sent: CONNECTIONS, cancelled: REST, queued: 0 })
    await expectExact(own, id)
  })

  it('holds back an email that was on the wire when it was paused, and was deferred', async () => {
    await buildContact(own, { data: { name: 'Ann' } })
    const { id } = await buildCampaign(own)
    await send(own, id)
    await advance(own, id)
    release = holdAnswers(sink, '451 4.2.0 later')
    await delivery.start(relayTo(sink))
    await eventually(() => expect(sink.commands).toContain('DATA'))
    await act(own, [id, 'pause'])
    release()
    await eventually(async () => expect(await countStates(own, id)).toEqual({ DEFERRED: 1 }))
    const { rows } = await sql<{ run_at: Date }>`
      select run_at from email_queue where campaign_id = ${id}`.execute(own.deps.database.db)
    expect(rows[0]?.run_at.toISOString()).toBe('9999-12-31T00:00:00.000Z')
  })
})
