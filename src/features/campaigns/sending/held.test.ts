// Campaigns whose emails the limits of their project hold or drop.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDelivery } from '../../../../test/support/delivery.ts'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import {
  act,
  advance,
  buildCampaign,
  later,
  readCampaign,
  readStatistics,
  send,
  sendThrough,
} from '../fixtures/campaign-steps.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const test = useTestApp()
const delivery = useDelivery(test)
let own: TestApp

beforeEach(async () => {
  await sql`truncate emails, email_queue, cap_slots cascade`.execute(test.deps.database.db)
  own = await inFreshProject(test)
})

const setLimits = async (body: Record<string, unknown>) => {
  expect((await call(own, ['PATCH', '/project'], { body })).statusCode).toBe(200)
}

type RecipientPage = { recipients: { email: string; status: string; reason: string | null }[]; total: number }
const listRecipients = async (id: string, status: string) =>
  (await call(own, ['GET', `/campaigns/${id}/recipients`], { query: { status } })).json<RecipientPage>()

/** Two campaigns to three contacts under a cap of one email: the second has reached nobody yet but a newcomer. */
async function sendTwo(holdAtMostHours: number): Promise<string> {
  await setLimits({ frequencyCap: { emails: 1, days: 1 }, holdAtMostHours })
  for (const _ of ['first', 'second', 'third']) await buildContact(own)
  await sendThrough(own, delivery, (await buildCampaign(own)).id)
  await buildContact(own)
  const { id } = await buildCampaign(own)
  await send(own, id)
  await advance(own, id)
  await delivery.drain()
  return id
}

describe('a campaign under a frequency cap', () => {
  it('counts what is held, and ends when it was sent', async () => {
    const id = await sendTwo(48)
    expect(await readStatistics(own, id)).toMatchObject({
      recipients: 4,
      sent: 1,
      queued: 3,
      held: 3,
      dropped: 0,
    })
    const [shown] = (await call(own, ['GET', '/campaigns'])).json<{ campaigns: { stats: unknown }[] }>()
      .campaigns
    expect(shown?.stats).toMatchObject({ held: 3, dropped: 0 })
    const held = await listRecipients(id, 'SCHEDULED')
    expect(held.total).toBe(3)
    expect(held.recipients.map(({ status }) => status)).toEqual(['SCHEDULED', 'SCHEDULED', 'SCHEDULED'])
    expect((await listRecipients(id, 'QUEUED')).total).toBe(0)
    expect(await readCampaign(own, id)).toMatchObject({ status: 'SENDING' })
    await later(own, 25 * HOUR_MS, async () => {
      await sql`update email_queue set run_at = clock_timestamp()`.execute(test.deps.database.db)
      await delivery.drain()
      await advance(own, id)
    })
    expect(await readCampaign(own, id)).toMatchObject({ status: 'SENT' })
    expect(await readStatistics(own, id)).toMatchObject({ sent: 4, held: 0, dropped: 0, suppressed: 0 })
  })

  it('counts what is dropped apart', async () => {
    const id = await sendTwo(1)
    await later(own, 2 * HOUR_MS, async () => {
      await sql`update email_queue set run_at = clock_timestamp()`.execute(test.deps.database.db)
      await delivery.drain()
      await advance(own, id)
    })
    expect(await readCampaign(own, id)).toMatchObject({ status: 'SENT' })
    expect(await readStatistics(own, id)).toMatchObject({
      sent: 1,
      queued: 0,
      held: 0,
      suppressed: 3,
      dropped: 3,
    })
    const { total, recipients } = await listRecipients(id, 'SUPPRESSED')
    expect(total).toBe(3)
    expect(new Set(recipients.map(({ reason }) => reason))).toEqual(new Set(['frequency_cap']))
  })

  it('can be paused, resumed and cancelled while email is held', async () => {
    const id = await sendTwo(48)
    await act(own, [id, 'pause'])
    await act(own, [id, 'resume'])
    await delivery.drain()
    expect(await readStatistics(own, id)).toMatchObject({ sent: 1, held: 3 })
    await act(own, [id, 'cancel'])
    expect(await readStatistics(own, id)).toMatchObject({ sent: 1, held: 0, cancelled: 3 })
  })

  it('with a rate of its own does not wait for what is held', async () => {
    await setLimits({ frequencyCap: { emails: 1, days: 1 } })
    for (const _ of ['first', 'second']) await buildContact(own)
    await sendThrough(own, delivery, (await buildCampaign(own)).id)
    const { id } = await buildCampaign(own, { ratePerMinute: 1 })
    await send(own, id)
    for (const minutes of [0, 1]) {
      await later(own, minutes * MINUTE_MS, () => advance(own, id))
      await delivery.drain()
    }
    expect(await readStatistics(own, id)).toMatchObject({ held: 2 })
  })

  it('is warned of by the preflight if the cap is longer than email may be held', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    const codes = async () =>
      (await act(own, [id, 'preflight']))
        .json<{ data: { problems: { code: string }[] } }>()
        .data.problems.map(({ code }) => code)
    await setLimits({ frequencyCap: { emails: 1, days: 2 }, holdAtMostHours: 48 })
    expect(await codes()).not.toContain('CAP_LONGER_THAN_HOLD')
    await setLimits({ frequencyCap: { emails: 1, days: 3 } })
    expect(await codes()).toContain('CAP_LONGER_THAN_HOLD')
  })
})
