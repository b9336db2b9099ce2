// A campaign that went out three weeks ago, written past the API and its triggers, which would take hours, and with the
// counters that those would have kept. Opens and clicks are counters alone: the report reads nothing else of them.
import { ensureMonthsOf } from '../../src/platform/db/months.ts'
import { fillPastTriggers } from '../harness/past-triggers.ts'
import type { Stage } from '../harness/stage.ts'

const RECIPIENTS = 500_000
const SENT_DAYS_AGO = 21
const DAY_MS = 86_400_000

export type FinishedCampaign = { id: string; recipients: number; delivered: number }

// The reactions of half a million readers of a newsletter, as shares of the delivered emails.
const SHARES = {
  opened: 0.38,
  human_opened: 0.24,
  clicked: 0.041,
  human_clicked: 0.031,
  unsubscribed: 0.002,
}
const LINKS = 12

/** To contacts of the project, of whom there are as many. */
export async function fillFinishedCampaign(stage: Stage): Promise<FinishedCampaign> {
  const { pool, openApi, sized } = stage
  const { data } = await openApi({ connections: 1 }).post<{ data: { id: string } }>('/campaigns', {
    name: 'Spring newsletter',
    subject: 'What is new this spring, {{ name }}',
    body: `<h1>Hello {{ name }}</h1>${linksOf('https://shop.test/')
      .map((url) => `<p><a href="${url}">Read on</a></p>`)
      .join('')}`,
    from: 'news@shop.test',
    audienceType: 'ALL',
  })
  const startedAt = new Date(Date.now() - SENT_DAYS_AGO * DAY_MS)
  await ensureMonthsOf(pool, { table: 'emails', months: [startedAt] })
  await fillPastTriggers(stage, {
    tables: ['emails', 'counters', 'campaigns', 'contents'],
    fill: async (client) => {
      await client.query(FILL_CONTENT, [data.id, startedAt, linksOf('https://shop.test/')])
      await client.query(FILL_EMAILS, [data.id, startedAt, sized(RECIPIENTS)])
      await client.query(COUNT_EMAILS, [data.id])
      await client.query(COUNT_HOURS, [data.id])
      await client.query(COUNT_READERS, [data.id, Object.keys(SHARES), Object.values(SHARES)])
      await client.query(COUNT_LINKS, [data.id, LINKS])
      await client.query(COUNT_READING_HOURS, [data.id, startedAt, SENT_DAYS_AGO * 24])
      await client.query(FINISH, [data.id, startedAt])
    },
  })
  const { rows } = await pool.query<{ recipients: string; delivered: string }>(READ, [data.id])
  return {
    id: data.id,
    recipients: Number(rows[0]?.recipients),
    delivered: Number(rows[0]?.delivered),
  }
}

const linksOf = (home: string) => Array.from({ length: LINKS }, (_, n) => `${home}story-${n}`)

const PROJECT = 'select project_id from campaigns where id = $1::uuid'
/** The content has the id of its campaign: nothing else looks for it. */
const FILL_CONTENT = `
  insert into contents (project_id, id, subject, is_plain, from_email, created_at, used_at, links)
  select (${PROJECT}), $1::uuid, 'What is new this spring, {{ name }}', true, 'news@shop.test', $2, $2, $3::text[]`

// Sent within six hours. One in a hundred is rejected at once, some bounce later; the order of ids is random, as that of
// sending is.
const FILL_EMAILS = `
  insert into emails (project_id, id, campaign_id, content_id, contact_id, address, status, sent_at, lane, attempts, source,
    subject, reason, last_reply)
  select project_id, email_id, $1::uuid, $1::uuid, contact_id, 'person-' || n || '@' || domain, status,
    case when status in ('SENT', 'COMPLAINED') or (status = 'BOUNCED' and chance_c < 0.2)
      then $2::timestamptz + chance_c * interval '6 hours' end,
    1, 1, 'CAMPAIGN', 'What is new this spring, Person ' || n,
    case when status = 'BOUNCED' and chance_c < 0.2 then '5.2.2 mailbox full' when status = 'SUPPRESSED' then 'unsubscribed' end,
    case when status = 'BOUNCED' then '{"code": 550, "enhancedCode": "5.1.1", "text": "No such user", "at": "2026-01-01T00:00:00.000Z"}'
      else '{"code": 250, "enhancedCode": "2.0.0", "text": "2.0.0 Ok: queued as 4ZBq3K1x2Yz", "at": "2026-01-01T00:00:00.000Z"}' end::jsonb
  from (
    select *, case when chance_a < 0.35 then 'gmail.com' when chance_a < 0.5 then 'outlook.com' when chance_a < 0.6 then 'yahoo.com'
        else 'company-' || n % 40000 || '.example' end as domain,
      case when chance_b < 0.012 then 'BOUNCED' when chance_b < 0.0123 then 'COMPLAINED' when chance_b < 0.0153 then 'SUPPRESSED'
        when chance_b < 0.0163 then 'FAILED' else 'SENT' end as status
    from (
      select project_id, id as contact_id, row_number() over () as n, random() as chance_a, random() as chance_b, random() as chance_c,
        (left(lowest_uuid_v7($2::timestamptz)::text, 15) || substr(hash, 1, 3) || '-8' || substr(hash, 4, 3) || '-' || substr(hash, 7, 12))::uuid
          as email_id
      from contacts, md5(id::text) as hash where project_id = (${PROJECT}) limit $3
    ) as drawn
  ) as spread
  order by email_id`

const COUNT_EMAILS = `
  insert into counters (project_id, counter, label, value)
  select project_id, 'campaigns', campaign_id || ' ' || campaign_email_state(status, sent_at, reason), count(*)
  from emails where campaign_id = $1::uuid group by 1, 3`

const COUNT_HOURS = `
  insert into counters (project_id, counter, label, value)
  select project_id, 'campaign_hours',
    campaign_id || ' ' || to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24') || ' sent', count(*)
  from emails where campaign_id = $1::uuid and sent_at is not null group by 1, 3`

const DELIVERED = `
  select coalesce(sum(value), 0) from counters
  where counter = 'campaigns' and label in ($1::text || ' SENT', $1::text || ' DELIVERED', $1::text || ' COMPLAINED')`

const COUNT_READERS = `
  insert into counters (project_id, counter, label, value)
  select (${PROJECT}), 'campaigns', $1::text || ' ' || what, ceil((${DELIVERED}) * share)
  from unnest($2::text[], $3::float8[]) as s (what, share)`

/** Each is clicked half as often as the one before; one in five clicks is a second one. */
const COUNT_LINKS = `
  insert into counters (project_id, counter, label, value)
  select (${PROJECT}), 'campaigns', $1::text || ' ' || kind || ' ' || $1::text || ' ' || n, ceil(clicked * 0.5 ^ (n + 1) * often)
  from generate_series(0, $2::int - 1) as n, (values ('link', 1.2), ('first_link', 1)) as k (kind, often),
    (select value as clicked from counters where counter = 'campaigns' and label = $1::text || ' clicked') as c`

/** Half of all that is read is read within eight hours. */
const COUNT_READING_HOURS = `
  insert into counters (project_id, counter, label, value)
  select (${PROJECT}), 'campaign_hours',
    $1::text || ' ' || to_char(($2::timestamptz + h * interval '1 hour') at time zone 'UTC', 'YYYY-MM-DD"T"HH24') || ' ' || what,
    ceil(value * 0.083 * 0.917 ^ h)
  from generate_series(0, $3::int - 1) as h, (
    select what, value from counters, unnest(array['opened', 'clicked']) as what
    where counter = 'campaigns' and label = $1::text || ' ' || what
  ) as read`

const FINISH = `
  update campaigns set status = 'SENT', started_at = $2, leaves_at = $2, frozen_at = $2, content_id = $1::uuid,
    sent_at = $2::timestamptz + interval '6 hours', recipient_count = n, fed_count = n
  from (select count(*) as n from emails where campaign_id = $1::uuid) as counted where id = $1::uuid`

const READ = `
  select recipient_count as recipients, (${DELIVERED.replaceAll('$1::text', 'id::text')}) as delivered from campaigns where id = $1::uuid`
