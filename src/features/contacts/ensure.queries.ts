import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { insertEvents } from '../events/index.ts'

// A name is at most some hundred bytes; a contact whose data is nearly full (contacts_data_size) goes without.
const MOST_DATA_BYTES = 60_000

/**
 * Parts of a larger statement: the contacts of the addresses in `wanted` (project_id, email, name, contact_id, change_id,
 * at; no two rows of one address), of any number of projects, in `known` (project_id, email, id, subscribed). Those that
 * do not exist are made, not subscribed. Existing ones are only read, apart from a missing name: mail to a contact must
 * not write its row and indexes each time.
 *
 * Whoever is made by a neighbour in the same moment can be seen by no part of the statement, and is not in `known`.
 */
export const ensureWanted = (): RawBuilder<unknown> => sql`
  existing as materialized (
    select c.project_id, c.email, c.id, c.subscribed, c.data ? 'name' as is_named
    from wanted as w join contacts as c on c.project_id = w.project_id and c.email = w.email
  ), created as (
    insert into contacts (project_id, id, email, subscribed, data, subscription_event_id, created_at, updated_at)
    select project_id, contact_id, email, false, jsonb_strip_nulls(jsonb_build_object('name', name)), change_id, at, at
    from wanted as w where not exists (select from existing as e where e.project_id = w.project_id and e.email = w.email)
    order by project_id, email collate "C"
    on conflict (project_id, email) do nothing
    returning project_id, email, id, subscribed, subscription_event_id, created_at
  ), recorded as (${insertEvents(sql`
    select project_id, subscription_event_id, 'contact.created', id, null::uuid, '{}'::jsonb, created_at from created`)}
  ), named as (
    update contacts as c set data = c.data || jsonb_build_object('name', w.name), updated_at = w.at
    from wanted as w join existing as e on e.project_id = w.project_id and e.email = w.email
    where w.name is not null and not e.is_named and c.project_id = e.project_id and c.id = e.id
      and not c.data ? 'name' and octet_length(c.data::text) < ${sql.lit(MOST_DATA_BYTES)}
  ), known as materialized (
    select project_id, email, id, subscribed from existing
    union all select project_id, email, id, subscribed from created
  )`
