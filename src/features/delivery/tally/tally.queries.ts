// The counter `mail`: how many emails of a project came to what, hour by hour, from which its health and its statistics
// are read. Labels are '<hour> <what>', such as '2026-05-01T12 sent': they sort by time, so a range of labels is a range
// of time. Every count of an email is made by insertTally.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'

/** The label of an hour. */
export const hourOf = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char((${at}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24')`

/** Part of a larger statement. `rows` selects project_id, at, what (such as 'sent') and a change of the count. */
export const insertTally = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'mail', ${hourOf(sql`at`)} || ' ' || what, sum(change)
  from (${rows}) as tally (project_id, at, what, change) group by 1, 3`

export type Retally = {
  projectId: ProjectId
  /** In whose hour the email counts. */
  at: Date
  /** Under what it was counted until now; null for an email that was not yet. */
  from: string | null
  to: string
  now: Date
}

/**
 * Counts the email under what became of it, and no longer under what it was. `reported` tells whoever judges a project's
 * health that something of it has changed just now, though it counts in an hour long ago.
 */
export async function tallyAgain(trx: Trx, { projectId, at, from, to, now }: Retally): Promise<void> {
  await insertTally(sql`
    select ${projectId}::uuid, at, what, change from (values
      (${at}::timestamptz, ${to}::text, 1), (${at}, ${from}::text, -1), (${now}::timestamptz, 'reported', 1)
    ) as given (at, what, change) where what is not null`).execute(trx)
}
