// Campaigns that are sent at the best hour of each recipient.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, buildContacts } from '../../../../../test/support/factories.ts'
import { call, fieldsOf } from '../../../../../test/support/requests.ts'
import { opensAt, recordOpens } from '../../../../../test/support/opens.ts'
import {
  act,
  advance,
  buildCampaign,
  countStates,
  expectExact,
  freeze,
  later,
  newFields,
  postCampaign,
  readCampaign,
  send,
} from '../../fixtures/campaign-steps.ts'
import { useCampaigns } from '../../fixtures/use-campaigns.ts'
import { slotsFrom } from './local-time.ts'

const { test, delivery, own } = useCampaigns()

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type LedgerEntry = { contactId: string; cohort: number | null; slot: number }

/** The recipients, with the minute at which each is due. */
async function readLedger(id: string): Promise<Map<string, LedgerEntry>> {
  const { rows } = await sql<{ email_id: string; contact_id: string; cohort: number | null }>`
    select email_id, contact_id, cohort from campaign_recipients where campaign_id = ${id}`.execute(
    test.deps.database.db,
  )
  return new Map(
    rows.map(({ email_id: emailId, contact_id: contactId, cohort }) => {
      const slot = Number.parseInt(emailId.slice(15, 18), 16)
      return [contactId, { contactId, cohort, slot }]
    }),
  )
}

/** Sends the campaign, and selects its recipients. */
async function start(id: string): Promise<Date> {
  await send(own, id)
  await freeze(own, id)
  const { startedAt } = await readCampaign(own, id)
  return new Date(startedAt ?? 0)
}

const dueAt = (startedAt: Date, { slot }: LedgerEntry) =>
  new Date(slotsFrom(startedAt).getTime() + slot * MINUTE_MS)

const clockIn = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('de', { hour: '2-digit', minute: '2-digit', timeZone }).format(at)

/** An hour of the day (UTC) that begins so many hours from now. */
const hourAhead = (hours: number) => (test.clock.now().getUTCHours() + hours) % 24

const setProjectZone = (timezone: string) => call(own, ['PATCH', '/project'], { body: { timezone } })

describe('bestHour', () => {
  it('sends at the hour of each recipient in their zone, and at the fallback to those without one', async () => {
    await setProjectZone('Asia/Tokyo')
    const now = test.clock.now()
    const contacts = []
    for (const [timezone, zone] of [
      ['America/New_York', 'America/New_York'],
      ['europe/berlin', 'Europe/Berlin'],
      ['Nowhere/City', 'Asia/Tokyo'],
      [undefined, 'Asia/Tokyo'],
    ] as const) {
      for (let index = 0; index < 10; index += 1) {
        const { id } = await buildContact(own, { data: timezone === undefined ? {} : { timezone } })
        contacts.push({ id, zone })
        // Their clock says the same three times, whatever the zone.
        await recordOpens(own, opensAt(id, { now, hour: hourAhead(6) }))
      }
    }
    const [shy, machines, old] = await buildContacts(own, 3)
    await recordOpens(own, [
      ...opensAt(shy?.id ?? '', { now, hour: 3, days: 2 }),
      ...opensAt(machines?.id ?? '', { now, hour: 3 }).map((open) => ({
        ...open,
        verdict: 'machine' as const,
      })),
      ...opensAt(old?.id ?? '', { now: new Date(now.getTime() - 181 * 24 * HOUR_MS), hour: 3 }),
    ])
    const { id } = await buildCampaign(own, { bestHour: { fallback: '09:30', comparison: 50 } })
    expect(await readCampaign(own, id)).toMatchObject({ bestHour: { fallback: '09:30', comparison: 50 } })
    const startedAt = await start(id)
    const ledger = await readLedger(id)
    expect(ledger.size).toBe(43)
    for (const contact of contacts) {
      const entry = ledger.get(contact.id)
      if (!entry) throw new Error('a contact is missing')
      const at = dueAt(startedAt, entry)
      const isSoon = Math.abs(at.getTime() - startedAt.getTime() - 6 * HOUR_MS) < 2 * HOUR_MS
      const clock = entry.cohort === 0 ? isSoon : clockIn(at, contact.zone)
      expect([
        [0, true],
        [1, '09:30'],
      ]).toContainEqual([entry.cohort, clock])
    }
    for (const contact of [shy, machines, old]) {
      const entry = ledger.get(contact?.id ?? '')
      if (!entry) throw new Error('a contact is missing')
      expect([entry.cohort, clockIn(dueAt(startedAt, entry), 'Asia/Tokyo')]).toEqual([null, '09:30'])
    }
    const cohorts = Map.groupBy(ledger.values(), ({ cohort }) => cohort)
    // Half of 40; all in one group would have a probability of one in a trillion.
    expect([cohorts.has(0), cohorts.has(1), cohorts.get(null)?.length]).toEqual([true, true, 3])
  })

  it('sends each email once, when its time comes, and ends within a day', async () => {
    const now = test.clock.now()
    const known = await buildContacts(own, 20)
    await buildContacts(own, 5)
    await recordOpens(
      own,
      known.flatMap(({ id }) => opensAt(id, { now, hour: hourAhead(3) })),
    )
    const fallback = `${String(hourAhead(6)).padStart(2, '0')}:00`
    const { id } = await buildCampaign(own, { bestHour: { fallback, comparison: 20 } })
    await send(own, id)
    await advance(own, id)
    expect(await countStates(own, id)).toEqual({ LEDGER: 25 })
    const cohorts = Map.groupBy((await readLedger(id)).values(), ({ cohort }) => cohort)
    const atBest = cohorts.get(0)?.length ?? 0
    await later(own, 3 * HOUR_MS + MINUTE_MS, () => advance(own, id))
    expect((await countStates(own, id))['QUEUED'] ?? 0).toBe(atBest)
    // Pausing keeps the rest in the ledger.
    await act(own, [id, 'pause'])
    await later(own, 7 * HOUR_MS, async () => {
      await advance(own, id)
      expect((await countStates(own, id))['LEDGER']).toBe(25 - atBest)
      await act(own, [id, 'resume'])
      await advance(own, id)
    })
    expect(await countStates(own, id)).toEqual({ QUEUED: 25 })
    await delivery.drain()
    await advance(own, id)
    expect(await readCampaign(own, id)).toMatchObject({ status: 'SENT', recipientCount: 25 })
    await expectExact(own, id)
    const { rows } = await sql<{ cohort: number | null; count: number }>`
      select cohort, count(*)::int as count from emails where campaign_id = ${id} group by 1 order by 1`.execute(
      test.deps.database.db,
    )
    expect(new Map(rows.map(({ cohort, count }) => [cohort, count]))).toEqual(
      new Map([...cohorts].map(([cohort, entries]) => [cohort, entries.length])),
    )
  })

  it('starts at once for those whose hour it is', async () => {
    const now = test.clock.now()
    const contacts = await buildContacts(own, 10)
    await recordOpens(
      own,
      contacts.flatMap(({ id }) => opensAt(id, { now, hour: now.getUTCHours() })),
    )
    const { id } = await buildCampaign(own, { bestHour: { comparison: 5 } })
    // The hour of the start: another one may have begun since.
    await send(own, id)
    await sql`update campaigns set started_at = ${now} where id = ${id}`.execute(test.deps.database.db)
    await freeze(own, id)
    const atBest = [...(await readLedger(id)).values()].filter(({ cohort }) => cohort === 0)
    expect(new Set(atBest.map(({ slot }) => slot))).toEqual(new Set([0]))
  })

  it('keeps the hour when clocks change, and skips none', async () => {
    await setProjectZone('Europe/Berlin')
    // Clocks go from 02:00 to 03:00 on 28 March 2027.
    const startedAt = new Date('2027-03-27T17:00:00Z')
    const [evening, night] = await buildContacts(own, 2)
    const days = ['2027-03-01', '2027-03-02', '2027-03-03']
    await recordOpens(own, [
      ...days.map((day) => ({ contactId: evening?.id ?? '', at: new Date(`${day}T17:10:00Z`) })),
      ...days.map((day) => ({ contactId: night?.id ?? '', at: new Date(`${day}T01:10:00Z`) })),
    ])
    const { id } = await buildCampaign(own, { bestHour: { fallback: '12:00', comparison: 5 } })
    await send(own, id)
    await sql`update campaigns set started_at = ${startedAt} where id = ${id}`.execute(test.deps.database.db)
    await freeze(own, id)
    const ledger = await readLedger(id)
    const clockOf = (contactId: string | undefined) => {
      const entry = ledger.get(contactId ?? '')
      return entry && [entry.cohort, clockIn(dueAt(startedAt, entry), 'Europe/Berlin')]
    }
    const isFallback = [1, '12:00']
    expect([[0, '18:00'], isFallback]).toContainEqual(clockOf(evening?.id))
    expect([[0, '03:00'], isFallback]).toContainEqual(clockOf(night?.id))
  })

  it('leaves nobody behind when it is cancelled in between', async () => {
    const now = test.clock.now()
    const known = await buildContacts(own, 10)
    await recordOpens(
      own,
      known.flatMap(({ id }) => opensAt(id, { now, hour: hourAhead(2) })),
    )
    const fallback = `${String(hourAhead(8)).padStart(2, '0')}:00`
    const { id } = await buildCampaign(own, { bestHour: { fallback, comparison: 50 } })
    await send(own, id)
    await later(own, 3 * HOUR_MS, () => advance(own, id))
    await act(own, [id, 'cancel'])
    expect(await readCampaign(own, id)).toMatchObject({ status: 'CANCELLED' })
    await expectExact(own, id)
  })

  it('takes the fallback once the events are gone, and leaves out a deleted contact', async () => {
    const now = test.clock.now()
    const contacts = await buildContacts(own, 2)
    await recordOpens(
      own,
      contacts.flatMap(({ id }) => opensAt(id, { now, hour: 3 })),
    )
    await sql`delete from events where contact_id = ${contacts[0]?.id}`.execute(test.deps.database.db)
    await call(own, ['DELETE', `/contacts/${contacts[1]?.id}`])
    const { id } = await buildCampaign(own, { bestHour: {} })
    await start(id)
    expect([...(await readLedger(id)).values()].map(({ cohort }) => cohort)).toEqual([null])
  })
})

describe('POST /campaigns', () => {
  it.each([
    [{ bestHour: { fallback: '9:00' } }, { 'bestHour.fallback': 'invalid_string' }],
    [{ bestHour: { comparison: 4 } }, { 'bestHour.comparison': 'too_small' }],
    [{ bestHour: { comparison: 51 } }, { 'bestHour.comparison': 'too_big' }],
    [{ bestHour: { comparison: 7.5 } }, { 'bestHour.comparison': 'invalid_type' }],
    [{ bestHour: true }, { bestHour: 'invalid_type' }],
    [{ bestHour: {}, sendAtLocalTime: '09:00' }, { bestHour: 'custom' }],
    [{ bestHour: {}, canary: {} }, { canary: 'custom' }],
    [{ bestHour: {}, variants: [{ subject: 'B' }], test: {} }, { variants: 'custom' }],
  ])('refuses %j', async (fields, problems) => {
    const reply = await postCampaign(own, fields)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, problems])
  })

  it('has defaults, and a change and a copy keep them', async () => {
    const { id } = await buildCampaign(own, { bestHour: {} })
    expect(await readCampaign(own, id)).toMatchObject({ bestHour: { fallback: '09:00', comparison: 20 } })
    const copy = await act(own, [id, 'duplicate'])
    expect(copy.json()).toMatchObject({ data: { bestHour: { fallback: '09:00', comparison: 20 } } })
    const changed = await call(own, ['PATCH', `/campaigns/${id}`], {
      body: { bestHour: null, sendAtLocalTime: '08:00' },
    })
    expect(changed.json()).toMatchObject({ data: { bestHour: null, sendAtLocalTime: '08:00' } })
  })

  it('is part of recurring campaigns', async () => {
    const body = { ...newFields(), cron: '0 9 * * 1', bestHour: { fallback: '10:00' } }
    const reply = await call(own, ['POST', '/recurring-campaigns'], { body })
    expect([reply.statusCode, reply.json()]).toMatchObject([
      201,
      { bestHour: { fallback: '10:00', comparison: 20 } },
    ])
  })
})
