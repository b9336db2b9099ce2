// Written past the API and its triggers, which would take an hour, and with the counters that those would have kept.
import { fillPastTriggers } from '../harness/past-triggers.ts'
import type { Stage } from '../harness/stage.ts'

export const CONTACTS = 1_000_000
const USUAL_SIZES = { contacts: CONTACTS, events: 5_000_000, emailEvents: 1_000_000 }

// A statement of this many rows takes seconds, so that an interrupted run ends soon.
const ROWS_PER_STATEMENT = 200_000

// Events are spread over so many days before now: as far back as there are tables for months.
const DAYS = 25

/** Returns the id of the template whose emails were opened and clicked. */
export async function fillSegments(stage: Stage, sizes = USUAL_SIZES): Promise<string> {
  const api = stage.openApi({ connections: 1 })
  await api.post('/topics', { key: 'news', name: 'News', optIn: 'implied' })
  await api.post('/topics', { key: 'offers', name: 'Offers', optIn: 'explicit' })
  const content = { subject: 'Sale', body: '<p>Sale</p>', type: 'MARKETING' }
  const template = await api.post<{ id: string }>('/templates', { name: 'Sale', ...content })
  const [contacts, events] = [stage.sized(sizes.contacts), stage.sized(sizes.events)]
  const emailEvents = stage.sized(sizes.emailEvents)
  await fillPastTriggers(stage, {
    tables: ['contacts', 'events', 'counters'],
    fill: async (client) => {
      for (let done = 0; done < contacts; done += ROWS_PER_STATEMENT) {
        await client.query(FILL_CONTACTS, [done, Math.min(done + ROWS_PER_STATEMENT, contacts)])
      }
      for (let done = 0; done < events; done += ROWS_PER_STATEMENT) {
        await client.query(FILL_EVENTS, [done, Math.min(done + ROWS_PER_STATEMENT, events), contacts])
      }
      for (let done = 0; done < emailEvents; done += ROWS_PER_STATEMENT) {
        const values = [done, Math.min(done + ROWS_PER_STATEMENT, emailEvents), contacts, template.id]
        await client.query(FILL_EMAIL_EVENTS, values)
      }
      await client.query(FILL_COUNTERS)
    },
  })
  return template.id
}

// Ten keys. city has a hundred values, plan ten, and one contact in a thousand is a vip. One in ten left the topic news, which is
// implied, and one in ten chose offers, which is explicit.
const FILL_CONTACTS = `
  insert into contacts (project_id, id, email, subscribed, topic_choices, data, created_at, updated_at)
  select (select id from projects limit 1),
    (left(lowest_uuid_v7(at)::text, 15) || substr(gen_random_uuid()::text, 16))::uuid,
    'person-' || n || '@example.com', n % 10 <> 7,
    case when n % 10 = 3 then '{"news": false}' when n % 10 = 4 then '{"offers": true}' else '{}' end::jsonb, jsonb_build_object(
      'city', 'city-' || n % 100, 'plan', 'plan-' || n % 10, 'vip', n % 1000 = 0, 'age', n % 90,
      'spent', (n::bigint * 7919 % 100000) / 100.0, 'firstName', 'Name ' || n % 5000, 'company', 'Company ' || n % 20000,
      'trialEndsAt', to_char(now() + (n % 1000 - 500) * interval '1 day', 'YYYY-MM-DD'),
      'tags', jsonb_build_array('tag-' || n % 50, 'tag-' || n % 7), 'address', jsonb_build_object('zip', n % 99999)),
    at, at
  from (
    select n, now() - (n % 40000) * interval '1 minute' as at from generate_series($1::int, $2::int - 1) as n
  ) as numbered`

// Half of them are page views; orders are one in twenty.
const FILL_EVENTS = `
  insert into events (project_id, id, name, contact_id, data, created_at)
  select (select id from projects limit 1),
    (left(lowest_uuid_v7(at)::text, 15) || substr(gen_random_uuid()::text, 16))::uuid,
    case when n % 20 = 0 then 'order.paid' when n % 2 = 0 then 'page.viewed' else 'login' end, c.id,
    jsonb_build_object('amount', n % 500, 'page', '/products/' || n % 500), at
  from (
    select n, now() - (n % (${DAYS} * 86400)) * interval '1 second' as at,
      'person-' || (n * 7919) % $3::int || '@example.com' as email
    from generate_series($1::bigint, $2::bigint - 1) as n
  ) as numbered
  join contacts as c on c.project_id = (select id from projects limit 1) and c.email = numbered.email`

// A quarter of the contacts have them. Four in five are opens, the others clicks; one in four is by a machine, and one in ten is of
// the template. There are a hundred links.
const FILL_EMAIL_EVENTS = `
  insert into events (project_id, id, name, contact_id, data, created_at)
  select (select id from projects limit 1),
    (left(lowest_uuid_v7(at)::text, 15) || substr(gen_random_uuid()::text, 16))::uuid,
    case when n % 5 = 0 then 'email.clicked' else 'email.opened' end, c.id,
    jsonb_build_object('verdict', case when n % 4 = 0 then 'machine' else 'human' end,
      'templateId', case when (n / 20) % 10 = 0 then $4::text end, 'url', 'https://shop.example/sale/' || (n / 7) % 100), at
  from (
    select n, now() - (n % (${DAYS} * 86400)) * interval '1 second' as at,
      'person-' || (n * 7919) % ($3::int / 4) || '@example.com' as email
    from generate_series($1::bigint, $2::bigint - 1) as n
  ) as numbered
  join contacts as c on c.project_id = (select id from projects limit 1) and c.email = numbered.email`

const FILL_COUNTERS = `
  insert into counters (project_id, counter, label, value)
  select project_id, 'contacts', '', count(*) from contacts group by 1
  union all
  select project_id, 'contacts', 'subscribed', count(*) from contacts where subscribed group by 1`
