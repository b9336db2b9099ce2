// The SQL that finds the best hours of an audience agrees with habitOf, over zones, clock changes and events that do not count.
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../test/support/factories.ts'
import { propertyRuns } from '../../../test/support/properties.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { ContactId } from '../../platform/ids.ts'
import { zoneOf } from '../../platform/time/zone-of.ts'
import { habitOf } from './best-hour.ts'
import { bestHours, listOpenTimes, ZONE_NAMES, zonesOfContacts } from './best-hour.queries.ts'
import { recordOpens } from '../../../test/support/opens.ts'

const test = useTestApp()

const RUNS = 200
const NOW = new Date('2026-11-18T12:00:00.000Z')
const PROJECT_ZONE = 'Asia/Kathmandu'
const MINUTES = 200 * 24 * 60

const open = fc.record({
  // Half of them near clock changes, of which this half-year has two.
  minutesAgo: fc.oneof(fc.integer({ min: -60, max: MINUTES }), fc.integer({ min: 33_000, max: 37_000 })),
  name: fc.constantFrom(
    'email.opened' as const,
    'email.opened' as const,
    'email.clicked' as const,
    'page.viewed' as const,
  ),
  verdict: fc.constantFrom('human' as const, 'human' as const, 'machine' as const, 'unknown' as const),
})

const contact = fc.record({
  timezone: fc.constantFrom(
    'Europe/Berlin',
    'america/new_york',
    'Australia/Lord_Howe',
    'Nowhere/City',
    7,
    undefined,
  ),
  opens: fc.array(open, { maxLength: 12 }),
})

it('finds the same hour in SQL as for one contact', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(contact, { minLength: 1, maxLength: 4 }), async (given) => {
      const own = await inFreshProject(test)
      const { projectId } = own.project
      const { db } = test.deps.database
      const made = []
      for (const { timezone, opens } of given) {
        const data = timezone === undefined ? {} : { timezone }
        const { id } = await buildContact(own, { data })
        made.push({ id: id as ContactId, data })
        await recordOpens(
          own,
          opens.map(({ minutesAgo, ...rest }) => ({
            contactId: id,
            at: new Date(NOW.getTime() - minutesAgo * 60_000),
            ...rest,
          })),
        )
      }
      const { rows } = await sql<{ id: ContactId; hour: number | null }>`
        with names as materialized (${ZONE_NAMES}), asked as materialized (
          ${zonesOfContacts({ projectId, projectZone: PROJECT_ZONE, matching: sql`true` })}
        ), hours as (${bestHours('asked', { projectId, until: NOW })})
        select asked.id, hours.hour from asked left join hours on hours.contact_id = asked.id`.execute(db)
      const found = new Map(rows.map(({ id, hour }) => [id, hour]))
      const contactIds = made.map(({ id }) => id)
      const times = await listOpenTimes(db, { projectId, contactIds, until: NOW })
      for (const { id, data } of made) {
        const timeZone = zoneOf(data, PROJECT_ZONE)
        expect(found.get(id)).toBe(habitOf(times.get(id) ?? [], { now: NOW.getTime(), timeZone }).hour)
      }
    }),
    propertyRuns(RUNS),
  )
})
