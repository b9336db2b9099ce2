// Written past the API and its triggers, which would take hours, and with the counters that those would have kept.
import type pg from 'pg'
import type { Database } from '../../src/platform/db/client.ts'
import { ensureMonthsOf, firstOfMonth } from '../../src/platform/db/months.ts'
import { fillPastTriggers } from '../harness/past-triggers.ts'
import type { Stage } from '../harness/stage.ts'

export const EMAILS = 10_000_000
const MONTHS = 12
const PROJECTS = 200
// Contacts of the large project: some fifty emails each.
const CONTACTS = 100_000
const CONTENTS_PER_PROJECT = 20

// A statement of this many rows takes seconds, so that an interrupted run ends soon.
const ROWS_PER_STATEMENT = 200_000

export type FilledDatabase = { database: Database; projects: readonly string[] }

/** `projects`: the first is the large one, whose key the stage has. */
export type FillCounts = { projects: string[]; emails: number; contacts: number }

export async function fillEmails(stage: Stage, database: Database): Promise<FillCounts> {
  const months = Array.from({ length: MONTHS }, (_, ago) => firstOfMonth(new Date(), 1 - MONTHS + ago))
  const [emails, contacts] = [Math.ceil(stage.sized(EMAILS) / MONTHS), stage.sized(CONTACTS)]
  await ensureMonthsOf(database.pool, { table: 'email_events', months })
  return fillPastTriggers(stage, {
    tables: ['emails', 'email_events', 'contacts', 'contents', 'counters'],
    fill: async (client) => {
      const projects = await fillProjects(client)
      await client.query(FILL_CONTACTS, [projects[0], contacts])
      await client.query(FILL_CONTENTS, [projects, CONTENTS_PER_PROJECT])
      for (const [index, from] of months.entries()) {
        const to = new Date(Math.min(firstOfMonth(from, 1).getTime(), Date.now()))
        const values = [projects, from, to, emails, contacts, index === 1]
        await fillMonth(client, database, { from, emails, values })
      }
      await client.query(FILL_EVENTS)
      return { projects, emails: emails * MONTHS, contacts }
    },
  })
}

type Month = { from: Date; emails: number; values: unknown[] }

/** As a table by itself, which gets its indexes when it is full: they are built several times as fast as row by row. */
async function fillMonth(
  client: pg.PoolClient,
  { pool }: Database,
  { from, emails, values }: Month,
): Promise<void> {
  const name = `emails_${from.toISOString().slice(0, 7).replace('-', '_')}`
  await pool.query(`drop table if exists ${name}`)
  await pool.query(`create table ${name} (like emails including defaults including constraints)`)
  for (let done = 0; done < emails; done += ROWS_PER_STATEMENT) {
    const end = Math.min(done + ROWS_PER_STATEMENT, emails)
    await client.query(FILL_EMAILS.replace('into emails', `into ${name}`), [...values, done, end])
  }
  await client.query(FILL_COUNTERS.replaceAll('from emails', `from ${name}`), [
    from.toISOString().slice(0, 7),
  ])
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    "select indexname, indexdef from pg_indexes where tablename = 'emails' and indexname <> 'emails_pkey'",
  )
  await client.query(`alter table ${name} add primary key (project_id, id)`)
  for (const { indexname, indexdef } of rows) {
    const own = indexname.replace('emails', name)
    await client.query(indexdef.replace(indexname, own).replace(/ON ONLY \S+/, `ON ${name}`))
  }
  await ensureMonthsOf(pool, { table: 'emails', months: [from] })
}

async function fillProjects(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('select id from projects')
  const others = await client.query<{ id: string }>(
    `insert into projects (id, name, created_at, updated_at)
     select md5('project ' || n)::uuid, 'Project ' || n, now(), now() from generate_series(2, $1::int) as n returning id`,
    [PROJECTS],
  )
  return [...rows, ...others.rows].map(({ id }) => id)
}

const FILL_CONTACTS = `
  insert into contacts (project_id, id, email, subscribed, data, created_at, updated_at)
  select $1, md5('contact ' || n)::uuid, 'person-' || n || '@example.com', true, '{"plan": "pro"}', now(), now()
  from generate_series(0, $2::int - 1) as n`

const FILL_CONTENTS = `
  insert into contents (project_id, id, subject, is_plain, from_email, created_at, used_at)
  select project_id, md5('content ' || n)::uuid, 'News ' || n || ' for {{ name }}', true, 'hello@mill.test', now(), now()
  from unnest($1::uuid[]) as project_id, generate_series(0, $2::int - 1) as n`

// Evenly over the month. One in two is of the large project and has a contact that is there. Three in a hundred ended in
// a state that is rare. Half of them have tags, each of which is half as frequent as the one before; one tag was used in
// one early month only.
const FILL_EMAILS = `
  insert into emails (project_id, id, content_id, contact_id, sent_at, lane, attempts, status, source, address, subject,
    tags, last_reply)
  select case when is_large then ($1::uuid[])[1] else ($1::uuid[])[2 + floor(chance_b * (cardinality($1::uuid[]) - 1))::int] end,
    (left(lowest_uuid_v7(at)::text, 15) || substr(tail, 1, 3) || '-8' || substr(tail, 4, 3) || '-' || substr(tail, 7, 12))::uuid,
    md5('content ' || floor(chance_b * ${CONTENTS_PER_PROJECT})::int)::uuid, md5('contact ' || person)::uuid,
    case when status in ('SENT', 'DELIVERED', 'BOUNCED', 'COMPLAINED') then at end, 1, 1, status, 'TRANSACTIONAL',
    'person-' || person || '@example.com', 'News for Person ' || person,
    case when $6::boolean and chance_d > 0.99 then array['last winter'] when chance_d < 0.5 then array['kind-' || least(30, floor(-ln(1 - 2 * chance_d) / ln(2)))::int] end,
    '{"code": 250, "text": "2.0.0 Ok: queued as 4ZBq3K1x2Yz", "enhancedCode": "2.0.0", "at": "2026-01-01T00:00:00.000Z"}'
  from (
    select *, case when chance_c < 0.015 then 'BOUNCED' when chance_c < 0.0152 then 'COMPLAINED'
      when chance_c < 0.018 then 'FAILED' when chance_c < 0.028 then 'SUPPRESSED' when chance_c < 0.03 then 'CANCELLED'
      when chance_c < 0.5 then 'DELIVERED' else 'SENT' end as status
    from (
      select $2::timestamptz + (n::float8 / $4::int) * ($3::timestamptz - $2::timestamptz) as at, md5(n::text) as tail,
        random() < 0.5 as is_large, floor(random() * $5::int)::int as person, random() as chance_b,
        random() as chance_c, random() as chance_d
      from generate_series($7::int, $8::int - 1) as n
    ) as drawn
  ) as spread`

const FILL_EVENTS = `
  insert into email_events (project_id, email_id, id, type, created_at)
  select project_id, id, id, lower(status), now() from emails where status in ('BOUNCED', 'COMPLAINED', 'FAILED')`

const FILL_COUNTERS = `
  insert into counters (project_id, counter, label, value)
  select project_id, 'emails', status || ' ' || $1::text, count(*) from emails group by 1, 3
  union all
  select project_id, 'email_tags', tag || ' ' || $1::text, count(*) from emails cross join unnest(tags) as tag group by 1, 3`
