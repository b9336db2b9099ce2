// The one statement that makes contacts or changes them by address. Concurrent upserts of one address make one contact
// and lose no key, and the event of a change is part of it. Others put it into a larger statement: a relation `given`
// in front (GivenContacts), and behind it whatever else has to be done with what is in `upserted`.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { executePrepared } from '../../../platform/db/prepared.ts'
import type { PreparedTarget } from '../../../platform/db/prepared.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, EventId, ProjectId } from '../../../platform/ids.ts'
import { insertEvents } from '../../events/index.ts'
import type { DataChange } from '../data/contact-data.ts'
import { COLUMNS, eventName } from '../record/contacts.queries.ts'
import type { ContactRow } from '../record/contacts.queries.ts'
import { fitsContact } from '../data/data-limits.queries.ts'

export type ContactWrite = {
  projectId: ProjectId
  email: string
  /** undefined: stays as it is; for a new one subscribedIfNew says. */
  subscribed: boolean | undefined
  subscribedIfNew: boolean
  /**
   * By whom. `send`: who is new and not subscribed was never asked, and somebody who was never asked has not left either.
   * `public`, a key that anyone can read off a web page: it subscribes who was never asked, and nobody who has left.
   * Absent: by the customer, whose word counts.
   */
  by?: 'send' | 'public'
  data: DataChange
  now: Date
}
export type UpsertResult = { row: ContactRow; isNew: boolean }

/** The columns that `given` must have. */
export const GIVEN_COLUMNS = sql.raw(
  'project_id uuid, contact_id uuid, change_id uuid, email text, subscribed_if_new boolean, subscribed_if_there boolean, by text, data_set jsonb, data_remove text[], only_adds boolean, at timestamptz',
)

/** A row of `given`, as json_to_recordset reads it. */
export type GivenContact = {
  project_id: ProjectId
  contact_id: ContactId
  change_id: EventId
  email: string
  subscribed_if_new: boolean
  subscribed_if_there: boolean | null
  by: 'send' | 'public' | null
  data_set: Record<string, unknown>
  data_remove: string[]
  /** Keys that an existing contact has keep their values. Absent: they are overwritten. */
  only_adds?: boolean
  at: Date
}

/** With the ids that are taken if the contact is new, and if its subscription changes. */
export function toGivenContact({
  projectId,
  email,
  subscribed,
  subscribedIfNew,
  by,
  data,
  now,
}: ContactWrite): GivenContact {
  return {
    project_id: projectId,
    contact_id: newId<ContactId>(now),
    change_id: newId<EventId>(now),
    email,
    subscribed_if_new: subscribed ?? subscribedIfNew,
    subscribed_if_there: subscribed ?? null,
    by: by ?? null,
    data_set: data.set,
    data_remove: data.remove,
    at: now,
  }
}

/**
 * The parts `upserted` (rows of contacts) and `recorded` of a statement that has `given`. No two rows may name the same
 * address. In the order of addresses, as imports do: two statements with the same ones do not wait for each other.
 *
 * `unless`: a condition on a contact that is there (`c`) and what is given for it (`excluded`). Where it holds, the contact
 * stays as it is and is not in `upserted`.
 */
export const upsertGiven = ({ unless }: { unless?: RawBuilder<unknown> } = {}): RawBuilder<unknown> => sql`
  upserted as (
    insert into contacts as c (project_id, id, email, subscribed, before_subscribing, data, subscription_event_id,
      created_at, updated_at)
    select project_id, contact_id, email, subscribed_if_new,
      case when by = 'send' and not subscribed_if_new then 'NEVER_ASKED' end, data_set, change_id, at, at
    from given order by project_id, email collate "C"
    on conflict (project_id, email) do update set
      (data, subscribed, before_subscribing, subscription_event_id, updated_at) = (
      select case when g.only_adds then g.data_set || c.data else (c.data || g.data_set) - g.data_remove end,
        coalesce(g.wish, c.subscribed), case when g.wish is null then c.before_subscribing end,
        case when g.wish <> c.subscribed then g.change_id else c.subscription_event_id end, g.at
      -- excluded holds what would have been inserted, not what the caller left out: hence the way back to the given row.
      from (
        select *, case
          when by = 'public' and subscribed_if_there and c.before_subscribing is distinct from 'NEVER_ASKED' then null
          when by = 'send' and not subscribed_if_there and c.before_subscribing is not null then null
          else subscribed_if_there end as wish
        from given where contact_id = excluded.id
      ) as g
    )
    ${unless ? sql`where not (${unless})` : sql``}
    returning *
  ), recorded as (${insertEvents(sql`
    select u.project_id, u.subscription_event_id, ${eventName(sql`u.id = g.contact_id`, 'u')}, u.id, null::uuid, '{}'::jsonb, g.at
    from upserted as u join given as g on g.change_id = u.subscription_event_id`)}
  )`

/** A write as a shared statement takes it. Written down before it meets others: if that fails, it fails for this one alone. */
export type WrittenContact = {
  projectId: ProjectId
  email: string
  contactId: ContactId
  row: string
  /** About how much PostgreSQL makes of it. */
  bytes: number
}

// PostgreSQL writes numbers out: 1e+300 becomes 301 digits, and no number more than some three hundred.
const EXPONENT = /\de[+-]/g
const MOST_DIGITS = 330

export function writeContact(write: ContactWrite): WrittenContact {
  const given = toGivenContact(write)
  const row = JSON.stringify(given)
  const bytes = row.length + (row.match(EXPONENT)?.length ?? 0) * MOST_DIGITS
  return { projectId: write.projectId, email: write.email, contactId: given.contact_id, row, bytes }
}

/**
 * The writes of any number of callers in one prepared statement; no two may name the same address of a project. Undefined
 * for those that it has not written, because they have to be written alone: data that the table would refuse, which would
 * fail for everybody, and a contact that was subscribed until now and leaves, whose waiting email goes in the same
 * transaction. (A new one has no email yet.)
 */
export async function upsertTogether(
  target: PreparedTarget,
  writes: readonly WrittenContact[],
): Promise<(UpsertResult | undefined)[]> {
  const given = `[${writes.map(({ row }) => row).join()}]`
  // With the keys that go, too: what fits with them fits without.
  const isForItself = sql`(c.subscribed and not excluded.subscribed) or not ${fitsContact(sql`c.data || excluded.data`)}`
  const statement = sql<ContactRow & { given_id: ContactId }>`
    with given as materialized (
      select * from json_to_recordset(${given}::json) as g (${GIVEN_COLUMNS}) where ${fitsContact(sql`data_set`)}
    ), ${upsertGiven({ unless: isForItself })}
    select ${COLUMNS}, given_id from (
      select u.*, g.contact_id as given_id
      from upserted as u join given as g on g.project_id = u.project_id and g.email = u.email
    ) as saved`
  const rows = await executePrepared(target, 'upsert-contacts', statement)
  const saved = new Map(
    rows.map(({ given_id: givenId, ...row }) => [givenId, { row, isNew: row.id === givenId }]),
  )
  return writes.map(({ contactId }) => saved.get(contactId))
}

/** Results in the order of the writes, of which no two may have the same address. */
export async function upsertContacts(db: Db | Trx, writes: readonly ContactWrite[]): Promise<UpsertResult[]> {
  const given = JSON.stringify(writes.map((write, place) => ({ ...toGivenContact(write), place })))
  const { rows } = await sql<ContactRow & { is_new: boolean }>`
    with given as materialized (
      select * from json_to_recordset(${given}::json) as g (${GIVEN_COLUMNS}, place integer)
    ), ${upsertGiven()}
    select ${COLUMNS}, is_new from (
      select u.*, u.id = g.contact_id as is_new, g.place
      from upserted as u join given as g on g.project_id = u.project_id and g.email = u.email
    ) as saved order by place`.execute(db)
  return rows.map(({ is_new: isNew, ...row }) => ({ row, isNew }))
}
