// Written past the API and its triggers, which would take an hour, and with the counters that those would have kept.
import { fillPastTriggers } from '../harness/past-triggers.ts'
import type { Stage } from '../harness/stage.ts'

export const CONTACTS = 1_000_000

// A statement of this many rows takes seconds, so that an interrupted run ends soon.
const ROWS_PER_STATEMENT = 200_000

const FILL = `
  insert into contacts (project_id, id, email, subscribed, data, created_at, updated_at)
  select (select id from projects limit 1),
    (left(lowest_uuid_v7(at)::text, 15) || substr(gen_random_uuid()::text, 16))::uuid,
    'person-' || n || '@receivers.example.com', true,
    jsonb_build_object('name', 'Person ' || n, 'code', lpad((n % 1000000)::text, 6, '0'), 'city', 'city-' || n % 100), at, at
  from (
    select n, now() - (n % 40000) * interval '1 minute' as at from generate_series($1::int, $2::int - 1) as n
  ) as numbered`

const COUNT = `
  insert into counters (project_id, counter, label, value)
  select project_id, 'contacts', '', count(*) from contacts group by 1
  union all
  select project_id, 'contacts', 'subscribed', count(*) from contacts where subscribed group by 1`

export async function fillContacts(stage: Stage): Promise<void> {
  const contacts = stage.sized(CONTACTS)
  await fillPastTriggers(stage, {
    tables: ['contacts'],
    fill: async (client) => {
      for (let done = 0; done < contacts; done += ROWS_PER_STATEMENT) {
        await client.query(FILL, [done, Math.min(done + ROWS_PER_STATEMENT, contacts)])
      }
      await client.query(COUNT)
    },
  })
}

// As far back as there are tables for months, whatever the day.
const OPEN_DAYS = 50
const OPENS = 5

// Every fifth contact, at most hours of the day.
const FILL_OPENS = `
  insert into events (project_id, id, name, contact_id, data, created_at)
  select project_id, (left(lowest_uuid_v7(at)::text, 15) || substr(gen_random_uuid()::text, 16))::uuid, 'email.opened', id,
    jsonb_build_object('verdict', 'human', 'reasons', jsonb_build_array('browser'), 'userAgent', repeat('x', 120)), at
  from contacts cross join lateral (
    select now() - random() * interval '${OPEN_DAYS} days' as at
    from generate_series(1, ${OPENS}) where hashtext(contacts.id::text) % 5 = 0
  ) as opens`

export async function fillOpens(stage: Stage): Promise<void> {
  await fillPastTriggers(stage, { tables: ['events'], fill: (client) => client.query(FILL_OPENS) })
}
