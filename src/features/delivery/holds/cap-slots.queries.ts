import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContactId, EmailId, ProjectId, TopicId } from '../../../platform/ids.ts'
import { LANE_NUMBERS } from '../queue/retry-schedule.ts'
import type { Slot } from './cap-slots.ts'

/** The slots of a contact under one cap. */
export type SlotsRef = {
  projectId: ProjectId
  contactId: ContactId
  /** The topic whose cap it is. */
  topicId: TopicId | typeof OF_PROJECT
}

/** Stands for a topic where the cap is that of the project. */
export const OF_PROJECT = '00000000-0000-0000-0000-000000000000'

/** `version` is 0 if there is no row yet. */
export type ContactSlots = SlotsRef & { slots: readonly Slot[]; version: number }

type Row = SlotsRef & { emailIds: EmailId[]; times: Date[]; version: number }

/** By the primary key. Those without slots are not among them. */
export const listSlots = (refs: readonly SlotsRef[]): RawBuilder<Row> => sql<Row>`
  select s.project_id as "projectId", s.contact_id as "contactId", s.topic_id as "topicId", s.email_ids as "emailIds", s.times, s.version
  from unnest(${refs.map((one) => one.projectId)}::uuid[], ${refs.map((one) => one.contactId)}::uuid[],
    ${refs.map((one) => one.topicId)}::uuid[]) as given (project_id, contact_id, topic_id)
  join cap_slots as s on s.project_id = given.project_id and s.contact_id = given.contact_id and s.topic_id = given.topic_id`

export const toContactSlots = ({ emailIds, times, ...row }: Row): ContactSlots => ({
  ...row,
  slots: emailIds.map((emailId, index) => ({ emailId, at: times[index]?.getTime() ?? 0 })),
})

type NewSlots = {
  /** At most one per contact. */
  emails: readonly { projectId: ProjectId; contactId: ContactId; emailId: EmailId }[]
  /** Under a cap of this many emails. */
  most: number
  now: Date
}

/**
 * Takes slots under the caps of projects, now, for emails of contacts who have fewer slots than the cap allows, however old these are:
 * then no span has more, and nothing has to be read. Returns the emails; the slots of the others have to be looked at.
 */
export const takeFreeSlots = ({ emails, most, now }: NewSlots): RawBuilder<{ emailId: EmailId }> => sql<{
  emailId: EmailId
}>`
  insert into cap_slots as s (project_id, contact_id, topic_id, email_ids, times, version)
  select project_id, contact_id, ${sql.lit(OF_PROJECT)}::uuid, array[email_id], array[${now}::timestamptz], 1
  from unnest(${emails.map((one) => one.projectId)}::uuid[], ${emails.map((one) => one.contactId)}::uuid[],
    ${emails.map((one) => one.emailId)}::uuid[]) as given (project_id, contact_id, email_id)
  order by project_id, contact_id
  on conflict (project_id, contact_id, topic_id) do update
    set email_ids = s.email_ids || excluded.email_ids, times = s.times || excluded.times, version = s.version + 1
    where cardinality(s.email_ids) < ${most}::int and not s.email_ids @> excluded.email_ids
      and coalesce(s.times[cardinality(s.times)] <= excluded.times[1], true)
  returning email_ids[cardinality(email_ids)] as "emailId"`

/** Writes slots and returns which; those that another worker has changed since they were read are not among them. */
export const saveSlots = (changed: readonly ContactSlots[]): RawBuilder<SlotsRef> => sql<SlotsRef>`
  insert into cap_slots as s (project_id, contact_id, topic_id, email_ids, times, version)
  select project_id, contact_id, topic_id, email_ids, times, version + 1
  from jsonb_to_recordset(${JSON.stringify(changed.map(toRow))}::jsonb) as given (project_id uuid, contact_id uuid,
    topic_id uuid, email_ids uuid[], times timestamptz[], version int)
  order by project_id, contact_id, topic_id
  on conflict (project_id, contact_id, topic_id) do update
    set email_ids = excluded.email_ids, times = excluded.times, version = excluded.version
    where s.version = excluded.version - 1
  returning project_id as "projectId", contact_id as "contactId", topic_id as "topicId"`

const toRow = ({ projectId, contactId, topicId, slots, version }: ContactSlots) => ({
  project_id: projectId,
  contact_id: contactId,
  topic_id: topicId,
  email_ids: slots.map(({ emailId }) => emailId),
  times: slots.map(({ at }) => new Date(at)),
  version,
})

/**
 * Parts of a statement that has `gone` (end.queries.ts): emails that end without having been sent give their slots back.
 * The rows are locked in the lock order first. A new version stops workers that have read the old one.
 */
export const freeSlots = (): RawBuilder<unknown> => sql`
  unsent as (
    select project_id, email_id, contact_id from gone
    where lane = ${sql.lit(LANE_NUMBERS.marketing)} and end_status not in ('SENT', 'DELIVERED', 'COMPLAINED')
  ), slots_of_unsent as materialized (
    select s.project_id, s.contact_id, s.topic_id from cap_slots as s
    where (s.project_id, s.contact_id) in (select project_id, contact_id from unsent)
      and s.email_ids && array(select email_id from unsent)
    order by s.project_id, s.contact_id, s.topic_id for update
  ), freed as (
    update cap_slots as s set version = s.version + 1, (email_ids, times) = (
      select coalesce(array_agg(id order by place), '{}'), coalesce(array_agg(at order by place), '{}')
      from unnest(s.email_ids, s.times) with ordinality as one (id, at, place)
      where id <> all(array(select email_id from unsent)))
    from slots_of_unsent as u
    where s.project_id = u.project_id and s.contact_id = u.contact_id and s.topic_id = u.topic_id
  )`

type ContactsOfProject = { projectId: ProjectId; contactIds: readonly ContactId[] }

/** For contacts that are deleted. */
export async function deleteSlots(trx: Trx, { projectId, contactIds }: ContactsOfProject): Promise<void> {
  await sql`
    with theirs as materialized (
      select contact_id from cap_slots where project_id = ${projectId} and contact_id = any(${contactIds}::uuid[])
      order by contact_id, topic_id for update
    )
    delete from cap_slots as s using theirs as t
    where s.project_id = ${projectId} and s.contact_id = t.contact_id`.execute(trx)
}

/** Deletes the rows in which nothing is as new as this. */
export async function deleteOldSlots(db: Db, { before }: { before: Date }): Promise<void> {
  await sql`
    with old as materialized (
      select project_id, contact_id, topic_id from cap_slots
      where not exists (select from unnest(times) as at where at >= ${before}::timestamptz) for update skip locked
    )
    delete from cap_slots as s using old as o
    where s.project_id = o.project_id and s.contact_id = o.contact_id and s.topic_id = o.topic_id`.execute(db)
}

export async function findSlots(db: Db | Trx, ref: SlotsRef): Promise<readonly Slot[]> {
  const { rows } = await listSlots([ref]).execute(db)
  return rows[0] ? toContactSlots(rows[0]).slots : []
}
