// The winner of a variant test, chosen by hand.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContacts } from '../../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import {
  act,
  advance,
  buildCampaign,
  countStates,
  deliverAll,
  expectExact,
  freeze,
  later,
  readCampaign,
  readStatistics,
  recordOf,
  send,
} from '../fixtures/campaign-steps.ts'
import { useCampaigns } from '../fixtures/use-campaigns.ts'

const { test, delivery, own } = useCampaigns()

const HOUR_MS = 3_600_000

const PLAN = {
  subject: 'Subject A',
  variants: [{ subject: 'Subject B' }, { subject: 'Subject C' }],
  test: { share: 0.5, waitMinutes: 60 },
}

/** A campaign to 12 contacts whose sample of 6 has its emails. */
async function sendSample(): Promise<string> {
  await buildContacts(own, 12)
  const { id } = await buildCampaign(own, PLAN)
  await send(own, id)
  await advance(own, id)
  await delivery.drain()
  await advance(own, id)
  return id
}

const choose = (id: string, variant: unknown): Promise<Reply> =>
  act(own, [id, 'winner'], { body: { variant } })

const refusalOf = (reply: Reply) => [reply.statusCode, errorOf(reply).code]

async function countSubjects(id: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ subject: string; count: number }>`
    select subject, count(*)::int as count from emails where campaign_id = ${id} group by 1`.execute(
    test.deps.database.db,
  )
  return Object.fromEntries(rows.map(({ subject, count }) => [subject, count]))
}

describe('POST /campaigns/{id}/winner', () => {
  it('ends the test at once, and the rest gets that variant', async () => {
    const id = await sendSample()
    const reply = await choose(id, 'C')
    expect(reply.statusCode).toBe(200)
    expect(recordOf(reply)).toMatchObject({ winner: 'C', waitingUntil: null, status: 'SENDING' })
    expect(await deliverAll(own, delivery, id)).toMatchObject({ status: 'SENT', winner: 'C' })
    expect(await countSubjects(id)).toEqual({ 'Subject A': 2, 'Subject B': 2, 'Subject C': 8 })
    expect((await readStatistics(own, id)).test).toMatchObject({
      winner: 'C',
      best: 'A',
      isChosenByHand: true,
      sampleSize: 6,
    })
    await expectExact(own, id)
  })

  it('is possible while the sample is being sent, and ends the sample', async () => {
    await buildContacts(own, 12)
    const { id } = await buildCampaign(own, PLAN)
    await send(own, id)
    await freeze(own, id)
    expect(await countStates(own, id)).toEqual({ LEDGER: 12 })
    expect((await choose(id, 'B')).statusCode).toBe(200)
    await deliverAll(own, delivery, id)
    expect(await countSubjects(id)).toEqual({ 'Subject B': 12 })
    expect((await readStatistics(own, id)).test).toMatchObject({ winner: 'B', sampleSize: 0 })
    await expectExact(own, id)
  })

  it('is possible while the campaign is paused, which stays paused', async () => {
    const id = await sendSample()
    await act(own, [id, 'pause'])
    expect(recordOf(await choose(id, 'B'))).toMatchObject({ winner: 'B', paused: true })
    await advance(own, id)
    expect(await countStates(own, id)).toEqual({ DELIVERED: 6, LEDGER: 6 })
    await act(own, [id, 'resume'])
    await deliverAll(own, delivery, id)
    expect(await countSubjects(id)).toMatchObject({ 'Subject B': 8 })
  })

  it('changes nothing when it is repeated, and refuses another variant', async () => {
    const id = await sendSample()
    const first = recordOf(await choose(id, 'B'))
    expect(recordOf(await choose(id, 'B'))).toEqual(first)
    const other = await choose(id, 'C')
    expect(refusalOf(other)).toEqual([400, 'INVALID_STATE'])
    expect(errorOf(other).message).toBe('The test is already decided: the winner is B.')
    await deliverAll(own, delivery, id)
    expect((await choose(id, 'B')).statusCode).toBe(200)
    expect((await choose(id, 'A')).statusCode).toBe(400)
  })

  it('decides once, however many people choose at the same moment', async () => {
    const id = await sendSample()
    const variants = ['A', 'B', 'C', 'A', 'B', 'C']
    const replies = await Promise.all(variants.map((variant) => choose(id, variant)))
    const { winner } = await readCampaign(own, id)
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(
      variants.map((variant) => (variant === winner ? 200 : 400)),
    )
    await deliverAll(own, delivery, id)
    expect(await countSubjects(id)).toMatchObject({ [`Subject ${winner}`]: 8 })
    await expectExact(own, id)
  })

  it('and the decision by figures at the same moment give one winner, which the rest gets', async () => {
    const id = await sendSample()
    // Without clicks the figures choose A.
    const [reply] = await later(own, HOUR_MS + 60_000, () =>
      Promise.all([choose(id, 'C'), advance(own, id), advance(own, id)]),
    )
    const { winner } = await readCampaign(own, id)
    expect([winner, reply.statusCode]).toEqual(reply.statusCode === 200 ? ['C', 200] : ['A', 400])
    const { test: result } = await readStatistics(own, id)
    expect(result).toMatchObject({ winner, isChosenByHand: winner === 'C' })
    await deliverAll(own, delivery, id)
    expect(await countSubjects(id)).toMatchObject({ [`Subject ${winner}`]: 8 })
    await expectExact(own, id)
  })

  it('is refused outside a running test', async () => {
    await buildContacts(own, 3)
    const { id: untested } = await buildCampaign(own)
    expect(errorOf(await choose(untested, 'A')).message).toBe('The campaign has no variant test.')
    const { id } = await buildCampaign(own, PLAN)
    expect(refusalOf(await choose(id, 'B'))).toEqual([400, 'INVALID_STATE'])
    await send(own, id)
    const early = await choose(id, 'B')
    expect(refusalOf(early)).toEqual([400, 'INVALID_STATE'])
    expect(errorOf(early).message).toContain('still being selected')
    await advance(own, id)
    await act(own, [id, 'cancel'])
    expect(errorOf(await choose(id, 'B')).message).toContain('The campaign is CANCELLED')
  })

  it('refuses a variant that the campaign does not have, and other input', async () => {
    const { id } = await buildCampaign(own, PLAN)
    const missing = await choose(id, 'D')
    expect([missing.statusCode, fieldsOf(missing)]).toEqual([422, { variant: 'invalid_enum_value' }])
    expect(errorOf(missing).message).toContain('A, B, C')
    for (const [variant, code] of [
      ['E', 'invalid_enum_value'],
      [1, 'invalid_enum_value'],
      [undefined, 'required'],
    ] as const) {
      expect(fieldsOf(await choose(id, variant))).toEqual({ variant: code })
    }
  })

  it('needs a secret key of the project', async () => {
    const id = await sendSample()
    const body = { variant: 'B' }
    const path: ['POST', string] = ['POST', `/campaigns/${id}/winner`]
    expect((await call(own, path, { body, key: null })).statusCode).toBe(401)
    expect((await call(own, path, { body, key: own.project.publicKey })).statusCode).toBe(403)
    expect((await call(own, path, { body, key: test.project.secretKey })).statusCode).toBe(404)
    expect(await readCampaign(own, id)).toMatchObject({ winner: null })
  })
})
