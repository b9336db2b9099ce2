import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { insertEvents } from '../../events/index.ts'
import { fitsContact } from '../data/data-limits.queries.ts'

// A name takes a few hundred bytes and one key; a contact whose data is nearly full gets none.
const ROOM_FOR_NAME = { bytes: 5_536, keys: 1 }

const hasRoomForName = (): RawBuilder<unknown> => fitsContact(sql`c.data`, ROOM_FOR_NAME)

/**
 * CTEs of a larger statement. From `wanted` (project_id, email, name, contact_id, change_id, at; distinct addresses), of any
 * number of projects, to the contacts in `known` (project_id, email, id, subscribed, before_subscribing). Contacts that do
 * not exist are created as never asked. Existing ones are only read, apart from a missing name: an email to a contact must
 * not write its row and indexes each time. All writes are one pass, in the lock order of contacts.
 *
 * A contact that another statement creates at the same moment is invisible here and not in `known`, unless it lacked the
 * name.
 */
export const ensureContactsSql = (): RawBuilder<unknown> => sql`
  existing as materialized (
    select c.project_id, c.email, c.id, c.subscribed, c.before_subscribing,
      w.name is null or c.data ? 'name' or not ${hasRoomForName()} as is_complete
    from wanted as w join contacts as c on c.project_id = w.project_id and c.email = w.email
  ), written as (
    insert into contacts as c (project_id, id, email, subscribed, before_subscribing, data, subscription_event_id,
      created_at, updated_at)
    select project_id, contact_id, email, false, 'NEVER_ASKED', jsonb_strip_nulls(jsonb_build_object('name', name)), change_id, at, at
    from wanted as w where not exists (
      select from existing as e where e.project_id = w.project_id and e.email = w.email and e.is_complete)
    order by project_id, email collate "C"
    on conflict (project_id, email) do update set data = c.data || excluded.data, updated_at = excluded.updated_at
      where excluded.data ? 'name' and not c.data ? 'name' and ${hasRoomForName()}
    returning project_id, email, id, subscribed, before_subscribing
  ), recorded as (${insertEvents(sql`
    select w.project_id, w.change_id, 'contact.created', w.contact_id, null::uuid, '{}'::jsonb, w.at
    from written as c join wanted as w on w.project_id = c.project_id and w.contact_id = c.id`)}
  ), known as materialized (
    select project_id, email, id, subscribed, before_subscribing from written
    union all
    select project_id, email, id, subscribed, before_subscribing from existing as e
    where not exists (select from written as c where c.project_id = e.project_id and c.email = e.email)
  )`
