import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'
import { counterParts } from '../../platform/db/counters.ts'
import type { NameLimit } from '../../platform/db/known-names/known-names.ts'
import { deleteUnusedNames } from '../../platform/db/known-names/unused-names.ts'

/** Limits the event names that callers may invent. The service's own names do not count. */
export const EVENT_NAME_LIMIT: NameLimit = {
  kind: 'event_name',
  // Names are for people who build workflows and segments; values such as an order number belong in `data`.
  most: 5_000,
  // A web page records a fixed set of names, which changes only with a new version of the page. At this rate an attacker
  // needs two days to use up the limit.
  mostPublicPerHour: 100,
  field: 'event',
  words: { one: 'event name', many: 'event names' },
  advice: 'use one name for one kind of event, and put what varies into data',
  ownNames: new Set(),
  usedNames: (projectId) => sql`
    select left(label, -8) from ${counterParts({ projectId, counter: 'event_names' })} as parts
    group by 1 having sum(value) > 0`,
}

export const forgetUnusedEventNames = (db: Db, now: Date): Promise<void> =>
  deleteUnusedNames(db, EVENT_NAME_LIMIT, now)
