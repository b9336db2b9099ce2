// The one statement that creates or changes contacts by address. Concurrent upserts of one address create one contact and lose
// no key, and the event of a change is part of it. Other features embed it in a larger statement: the relation `given`
// (CONTACT_INPUT_COLUMNS) precedes it, and the rest of the statement reads `upserted`.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { LedgerSource } from '../../../platform/consent-source.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { executePrepared } from '../../../platform/db/prepared.ts'
import type { PreparedTarget } from '../../../platform/db/prepared.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, EventId, ProjectId } from '../../../platform/ids.ts'
import { insertEvents } from '../../events/index.ts'
import type { DataChange } from '../data/contact-data.ts'
import { sourcedByAddress } from '../consent/consent-sources.queries.ts'
import type { SourcedAddress } from '../consent/consent-sources.queries.ts'
import { COLUMNS, eventName } from '../record/contacts.queries.ts'
import type { ContactRow } from '../record/contacts.queries.ts'
import type { TopicChoices } from '../contacts.schema.ts'
import { mergedEventIds, mergedChoices, topicEvents, toTopicInput } from '../topics/topic-choices.queries.ts'
import type { TopicInput } from '../topics/topic-choices.queries.ts'
import { fitsContact } from '../data/data-limits.queries.ts'

export type ContactWrite = {
  projectId: ProjectId
  email: string
  /** undefined: unchanged; a new contact gets subscribedIfNew. */
  subscribed: boolean | undefined
  subscribedIfNew: boolean
  /**
   * The origin of the write. `send`: a new contact that is not subscribed counts as never asked, and a contact that was never
   * asked has not left. `public`, a key that anyone can copy from a web page: it subscribes contacts that were never asked,
   * but none that has left, and lets nobody join a topic who is known already. `unconfirmed`: like `public`, but new contacts and
   * those who were never asked have to confirm first, so they are not subscribed either. Absent: the customer, who may set anything.
   */
  by?: 'send' | 'public' | 'unconfirmed'
  topics?: TopicChoices | undefined
  data: DataChange
  /** Existing keys of the contact keep their values. Default: they are overwritten. */
  onlyAdds?: boolean
  source: LedgerSource
  now: Date
}
export type UpsertResult = { row: ContactRow; isNew: boolean }

/** The columns that `given` must have. */
export const CONTACT_INPUT_COLUMNS = sql.raw(
  'project_id uuid, contact_id uuid, change_id uuid, email text, subscribed_if_new boolean, subscribed_if_there boolean, by text, topic_choices jsonb, topic_event_ids jsonb, data_set jsonb, data_remove text[], only_adds boolean, at timestamptz',
)

/** A row of `given`, as json_to_recordset reads it. */
export type ContactInputRow = TopicInput & {
  project_id: ProjectId
  contact_id: ContactId
  change_id: EventId
  email: string
  subscribed_if_new: boolean
  subscribed_if_there: boolean | null
  by: 'send' | 'public' | 'unconfirmed' | null
  data_set: Record<string, unknown>
  data_remove: string[]
  /** Existing keys of the contact keep their values. Absent: they are overwritten. */
  only_adds?: boolean
  at: Date
}

/** Adds the ids for a new contact and for the event of a changed subscription. */
export function toContactInputRow(write: Omit<ContactWrite, 'source'>): ContactInputRow {
  const { projectId, email, subscribed, subscribedIfNew, by, topics, data, onlyAdds, now } = write
  return {
    project_id: projectId,
    contact_id: newId<ContactId>(now),
    change_id: newId<EventId>(now),
    email,
    subscribed_if_new: by !== 'unconfirmed' && (subscribed ?? subscribedIfNew),
    subscribed_if_there: subscribed ?? null,
    by: by ?? null,
    ...toTopicInput(topics, now),
    data_set: data.set,
    data_remove: data.remove,
    ...(onlyAdds && { only_adds: true }),
    at: now,
  }
}

/**
 * The CTEs `sourced`, `upserted` (rows of contacts) and `recorded` of a statement that has `given`, whose addresses must be distinct.
 * Writes in the order of addresses, like imports, so that two statements with the same addresses do not deadlock.
 *
 * `contacts`: the same contacts, with the sources of their changes. `unless`: a condition on an existing contact (`c`) and its input (`excluded`). If it holds, the contact stays unchanged and
 * is not in `upserted`.
 */
export const upsertContactsSql = (
  contacts: readonly SourcedAddress[],
  { unless }: { unless?: RawBuilder<unknown> } = {},
): RawBuilder<unknown> => sql`
  ${sourcedByAddress(contacts)}, upserted as (
    insert into contacts as c (project_id, id, email, subscribed, before_subscribing, topic_choices, topic_event_ids, data,
      subscription_event_id, created_at, updated_at)
    select project_id, contact_id, email, subscribed_if_new,
      case when by in ('send', 'unconfirmed') and not subscribed_if_new then 'NEVER_ASKED' end,
      coalesce(jsonb_strip_nulls(topic_choices) - ${unconfirmedKeys}, '{}'), coalesce(topic_event_ids - ${unconfirmedKeys}, '{}'),
      data_set, change_id, at, at
    from given cross join sourced order by project_id, email collate "C"
    on conflict (project_id, email) do update set
      (data, topic_choices, topic_event_ids, subscribed, before_subscribing, subscription_event_id, updated_at) = (
      select case when g.only_adds then g.data_set || c.data else (c.data || g.data_set) - g.data_remove end,
        ${mergedChoices(sql`g.choices`)}, ${mergedEventIds(sql`g.choices`)},
        coalesce(g.wish, c.subscribed), case when g.wish is null then c.before_subscribing end,
        case when g.wish <> c.subscribed then g.change_id else c.subscription_event_id end, g.at
      -- excluded has the values of an insert, not what the caller left out, so the given row is looked up again.
      from (
        select *, case
          when by = 'public' and subscribed_if_there and c.before_subscribing is distinct from 'NEVER_ASKED' then null
          when by = 'unconfirmed' and subscribed_if_there then null
          when by = 'send' and not subscribed_if_there and c.before_subscribing is not null then null
          else subscribed_if_there end as wish,
          case when only_adds then null when by in ('public', 'unconfirmed') then ${publicChoices} else topic_choices end as choices
        from given where contact_id = excluded.id
      ) as g
    )
    ${unless ? sql`where not (${unless})` : sql``}
    returning *
  ), recorded as (${insertEvents(sql`
    select u.project_id, u.subscription_event_id, ${eventName(sql`u.id = g.contact_id`, 'u')}, u.id, null::uuid, '{}'::jsonb, g.at
    from upserted as u join given as g on g.change_id = u.subscription_event_id
    union all ${topicEvents({
      from: sql`upserted as c join given as g on g.project_id = c.project_id and g.email = c.email`,
      at: sql`g.at`,
    })}`)}
  )`

/**
 * A public key cannot undo that somebody left a topic, nor let somebody join who is known: anyone can copy the key and name any
 * address. A contact that was never asked has not said anything yet.
 */
const publicChoices = sql`topic_choices - topic_keys(c.topic_choices, false)
  - case when by = 'public' and c.before_subscribing = 'NEVER_ASKED' then '{}' else topic_keys(topic_choices, true) end`

/** The topics that a new contact joins only after a confirmation. */
const unconfirmedKeys = sql`case when by = 'unconfirmed' then topic_keys(topic_choices, true) else '{}' end`

/** The input of a shared statement. Serialized beforehand, so that an error affects only this write. */
export type BatchedContact = {
  projectId: ProjectId
  email: string
  contactId: ContactId
  row: string
  source: LedgerSource
  /** The approximate size in PostgreSQL. */
  bytes: number
}

// PostgreSQL writes numbers in full: 1e+300 becomes 301 digits, about the longest a number can be.
const EXPONENT = /\de[+-]/g
const MOST_DIGITS = 330

export function toBatchedContact(write: ContactWrite): BatchedContact {
  const input = toContactInputRow(write)
  const row = JSON.stringify(input)
  const bytes = row.length + (row.match(EXPONENT)?.length ?? 0) * MOST_DIGITS
  return {
    projectId: write.projectId,
    email: write.email,
    contactId: input.contact_id,
    row,
    source: write.source,
    bytes,
  }
}

/**
 * Writes the contacts of many callers in one prepared statement; addresses must be distinct per project. Returns undefined for
 * a write that has to run alone: data that the table would refuse, which would fail the whole statement, and a subscribed
 * contact that unsubscribes, whose waiting email is dropped in the same transaction. (A new contact has no email yet.)
 */
export async function upsertContactBatch(
  target: PreparedTarget,
  writes: readonly BatchedContact[],
): Promise<(UpsertResult | undefined)[]> {
  const inputs = `[${writes.map(({ row }) => row).join()}]`
  // Includes the keys to delete: data that fits with them fits without them.
  const mustBeWrittenAlone = sql`(c.subscribed and not excluded.subscribed) or not ${fitsContact(sql`c.data || excluded.data`)}`
  const statement = sql<ContactRow & { given_id: ContactId }>`
    with given as materialized (
      select * from json_to_recordset(${inputs}::json) as g (${CONTACT_INPUT_COLUMNS}) where ${fitsContact(sql`data_set`)}
    ), ${upsertContactsSql(writes, { unless: mustBeWrittenAlone })}
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

/** Results in the order of the writes, whose addresses must be distinct. */
export async function upsertContacts(db: Db | Trx, writes: readonly ContactWrite[]): Promise<UpsertResult[]> {
  const inputs = JSON.stringify(writes.map((write, place) => ({ ...toContactInputRow(write), place })))
  const { rows } = await sql<ContactRow & { is_new: boolean }>`
    with given as materialized (
      select * from json_to_recordset(${inputs}::json) as g (${CONTACT_INPUT_COLUMNS}, place integer)
    ), ${upsertContactsSql(writes)}
    select ${COLUMNS}, is_new from (
      select u.*, u.id = g.contact_id as is_new, g.place
      from upserted as u join given as g on g.project_id = u.project_id and g.email = u.email
    ) as saved order by place`.execute(db)
  return rows.map(({ is_new: isNew, ...row }) => ({ row, isNew }))
}
