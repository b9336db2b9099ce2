import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, readEventNames } from '../../../test/support/factories.ts'
import { runJob } from '../../../test/support/jobs.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { ContactId } from '../../platform/ids.ts'
import { createMonthsJob } from '../../platform/jobs/upkeep.ts'
import { contactsWithEvents } from './contacts-with-events.queries.ts'
import { makeEventMonths } from './fixtures/event-months.ts'
import { recordEvent } from './index.ts'

const DAY_MS = 86_400_000
const test = useTestApp()

async function listPartitions(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass order by 1`.execute(
    test.deps.database.db,
  )
  return rows.map(({ name }) => name)
}

/** The names of the two months before, of this one and of the three that follow. */
function monthsAround(at: Date): string[] {
  return [-2, -1, 0, 1, 2, 3].map((step) => {
    const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + step, 1))
    return `events_${month.toISOString().slice(0, 7).replace('-', '_')}`
  })
}

type EventInput = { at: Date; contactId: ContactId }

const record = ({ at, contactId }: EventInput) =>
  test.deps.database.db.transaction().execute((trx) =>
    recordEvent(trx, {
      projectId: test.project.projectId,
      name: 'contact.subscribed',
      contactId,
      data: { by: 'test' },
      now: at,
    }),
  )

async function partitionOf(eventId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select tableoid::regclass::text as name from events where id = ${eventId}`.execute(test.deps.database.db)
  return rows[0]?.name
}

describe('makeEventMonths', () => {
  it('has room from two months ago to three months ahead on a fresh database', async () => {
    expect(await listPartitions()).toEqual(expect.arrayContaining(monthsAround(new Date())))
  })

  it('makes what is missing, over the turn of a year, and keeps what is there', async () => {
    const before = await listPartitions()
    await makeEventMonths(test.deps.database, new Date('2031-11-30T23:59:59.999Z'))
    const made = ['2031_09', '2031_10', '2031_11', '2031_12', '2032_01', '2032_02']
    expect(await listPartitions()).toEqual([...before, ...made.map((month) => `events_${month}`)].toSorted())
  })

  it('makes each once when nodes that start together all want them', async () => {
    const before = await listPartitions()
    const at = new Date('2040-06-15T12:00:00Z')
    await Promise.all(Array.from({ length: 8 }, () => makeEventMonths(test.deps.database, at)))
    expect(await listPartitions()).toEqual([...before, ...monthsAround(at)].toSorted())
  })

  it('does not wait for those who write contacts', async () => {
    const before = await listPartitions()
    const at = new Date('2041-06-15T12:00:00Z')
    await test.deps.database.db.transaction().execute(async (trx) => {
      await sql`update contacts set updated_at = updated_at where false`.execute(trx)
      await makeEventMonths(test.deps.database, at)
    })
    expect(await listPartitions()).toEqual([...before, ...monthsAround(at)].toSorted())
  })

  it('is what the hourly job does, twice as once', async () => {
    test.clock.advance(200 * DAY_MS)
    for (let times = 0; times < 2; times += 1) {
      expect(await runJob(test.deps, createMonthsJob, { payload: {} })).toEqual({ kind: 'done' })
    }
    expect(await listPartitions()).toEqual(expect.arrayContaining(monthsAround(test.clock.now())))
    test.clock.advance(-200 * DAY_MS)
  })
})

describe('recordEvent', () => {
  it('stores the event as it was given', async () => {
    const { id } = await buildContact(test)
    const at = test.clock.now()
    const eventId = await record({ at, contactId: id as ContactId })
    const { rows } = await sql`select * from events where id = ${eventId}`.execute(test.deps.database.db)
    expect(rows).toEqual([
      {
        project_id: test.project.projectId,
        id: eventId,
        name: 'contact.subscribed',
        contact_id: id,
        email_id: null,
        data: { by: 'test' },
        created_at: at,
        throttled: false,
      },
    ])
    expect(await readEventNames(test, id)).toEqual(['contact.created', 'contact.subscribed'])
  })

  it('puts the last millisecond of a month and the first of the next into their months', async () => {
    await makeEventMonths(test.deps.database, new Date('2050-01-15T00:00:00Z'))
    const { id } = await buildContact(test)
    const contactId = id as ContactId
    const last = await record({ at: new Date('2050-01-31T23:59:59.999Z'), contactId })
    const first = await record({ at: new Date('2050-02-01T00:00:00.000Z'), contactId })
    expect([await partitionOf(last), await partitionOf(first)]).toEqual(['events_2050_01', 'events_2050_02'])
  })

  it('is undone with the change that it tells about', async () => {
    const { id } = await buildContact(test)
    const work = test.deps.database.db.transaction().execute(async (trx) => {
      const { projectId } = test.project
      await recordEvent(trx, {
        projectId,
        name: 'contact.subscribed',
        contactId: id as ContactId,
        now: test.clock.now(),
      })
      throw new Error('the change failed')
    })
    await expect(work).rejects.toThrow('the change failed')
    expect(await readEventNames(test, id)).toEqual(['contact.created'])
  })

  it("cannot name another project's contact", async () => {
    const foreign = await buildContact(test, { project: test.other })
    const eventId = await record({ at: test.clock.now(), contactId: foreign.id as ContactId })
    const { rows } = await sql`select contact_id from events where id = ${eventId}`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([{ contact_id: null }])
  })
})

describe('contacts with events of a kind', () => {
  it('are found by a look at the data of events of that name alone', async () => {
    const found = contactsWithEvents({
      projectId: test.project.projectId,
      name: 'login',
      atLeast: 3,
      where: (data) => sql`jsonb_path_match(${data}, '$.amount > 400', '{}', true)`,
    })
    const { rows } = await test.deps.database.db.transaction().execute(async (trx) => {
      // As with many events, half of which have the name.
      await sql`set local enable_indexscan = off`.execute(trx)
      await sql`set local enable_bitmapscan = off`.execute(trx)
      return sql<Record<string, string>>`explain ${found}`.execute(trx)
    })
    // PostgreSQL evaluates conditions in the order in which the plan lists them.
    const filters = rows
      .map((row) => row['QUERY PLAN'] ?? '')
      .filter((line) => line.includes('jsonb_path_match'))
    expect(filters.length).toBeGreaterThan(0)
    for (const filter of filters) expect(filter).not.toMatch(/jsonb_path_match.*THEN.*\(name = /)
  })
})
