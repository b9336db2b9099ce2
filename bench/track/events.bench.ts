// Ten million events of a hundred thousand contacts in twelve months: the pages that a dashboard opens.
import type pg from 'pg'
import { ensureMonthsOf, firstOfMonth } from '../../src/platform/db/months.ts'
import type { Api } from '../harness/api.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { quantile, tidyUp, timed } from '../harness/timing.ts'

const EVENTS = 10_000_000
const CONTACTS = 100_000
const MONTHS = 12

// A statement of this many rows takes seconds, so that an interrupted run ends soon.
const ROWS_PER_STATEMENT = 250_000

const REQUESTS = 200
const TARGET_MS = 50

type ReadCase = { what: string; paths: string[]; isTarget?: boolean; atLeast?: number }

export async function benchEvents(stage: Stage, add: (result: Result) => void): Promise<void> {
  const projectId = await fill(stage)
  const api = stage.openApi({ connections: 1 })
  // In a small run rare names have fewer events.
  const isFull = stage.sized(EVENTS) === EVENTS
  for (const read of await readsOf(stage.pool, projectId)) {
    const times = await measure(api, {
      ...read,
      requests: stage.sized(REQUESTS),
      ...(!isFull && { atLeast: 0 }),
    })
    add({
      what: `${read.what}, p95`,
      detail: `p50 ${quantile(times, 0.5).toFixed(1)} ms`,
      value: quantile(times, 0.95),
      unit: 'ms',
      ...(read.isTarget === true && { target: { atMost: TARGET_MS } }),
    })
  }
}

async function measure(
  api: Api,
  { what, paths, requests, atLeast = 1 }: ReadCase & { requests: number },
): Promise<number[]> {
  tidyUp()
  const times: number[] = []
  for (let i = 0; i < requests; i += 1) {
    const path = paths[i % paths.length] ?? ''
    let found = 0
    times.push(
      await timed(async () => {
        const body = await api.get<{ events?: unknown[]; names?: unknown[] }>(path)
        found = (body.events ?? body.names ?? []).length
      }),
    )
    // An empty page is fast; it must not pass for a measurement.
    if (found < atLeast) throw new Error(`${what}: ${path} found ${found}`)
  }
  return times
}

/** Past the API and its triggers, which would take hours, and with the counters that those would have kept. */
async function fill({ pool, sized }: Stage): Promise<string> {
  const events = sized(EVENTS)
  const months = Array.from({ length: MONTHS }, (_, ago) => firstOfMonth(new Date(), -ago))
  await ensureMonthsOf(pool, { table: 'events', months })
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ id: string }>('select id from projects')
    const projectId = rows[0]?.id ?? ''
    await client.query("set session_replication_role = 'replica'")
    await client.query(FILL_CONTACTS, [projectId, sized(CONTACTS)])
    for (let done = 0; done < events; done += ROWS_PER_STATEMENT) {
      const rows = Math.min(ROWS_PER_STATEMENT, events - done)
      await client.query(FILL_EVENTS, [projectId, done, rows, events, MONTHS, sized(CONTACTS)])
    }
    await client.query(FILL_COUNTERS, [projectId])
    await client.query('set session_replication_role = default')
    await client.query('vacuum analyze events')
    await client.query('vacuum analyze contacts')
    await client.query('checkpoint')
    return projectId
  } finally {
    client.release()
  }
}

const FILL_CONTACTS = `
  insert into contacts (project_id, id, email, subscribed, data, created_at, updated_at)
  select $1, gen_random_uuid(), 'person-' || n || '@example.com', true, '{"plan": "pro"}', now(), now()
  from generate_series(1, $2::int) as n`

// Evenly over the time, by contacts at random, by names of which each is half as frequent as the one before.
const FILL_EVENTS = `
  insert into events (project_id, id, name, contact_id, data, created_at)
  select $1, (left(lowest_uuid_v7(at)::text, 15) || substr(tail, 1, 3) || '-8' || substr(tail, 4, 3) || '-' || substr(tail, 7, 12))::uuid,
    'event ' || least(40, floor(-ln(1 - random()) / ln(2)))::int, people[1 + floor(random() * $6::int)::int],
    '{"plan": "pro", "amount": 25, "page": "/products/1"}', at
  from (
    select now() - (1 - (n + 1)::float8 / $4::float8) * ($5::int - 1) * interval '30 days' as at, md5(n::text) as tail
    from generate_series($2::int, $2::int + $3::int - 1) as n
  ) as spread, (select array_agg(id) as people from contacts where project_id = $1) as all_people`

const FILL_COUNTERS = `
  insert into counters (project_id, counter, label, value)
  select $1, 'event_names', name || ' ' || month_of_uuid_v7(id), count(*) from events where project_id = $1 group by 3
  union all
  select $1, 'events', month_of_uuid_v7(id), count(*) from events where project_id = $1 group by 3`

async function readsOf(pool: pg.Pool, projectId: string): Promise<ReadCase[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from contacts where project_id = $1 order by id limit 200',
    [projectId],
  )
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  return [
    { what: 'first page of events', paths: ['/events'], isTarget: true, atLeast: 20 },
    {
      what: "first page of a contact's events",
      paths: rows.map(({ id }) => `/contacts/${id}/events`),
      isTarget: true,
      atLeast: 20,
    },
    { what: 'first page of a frequent name', paths: ['/events?name=event 0'], isTarget: true, atLeast: 20 },
    { what: 'first page of a rare name', paths: ['/events?name=event 14'], isTarget: true, atLeast: 20 },
    { what: 'first page of a name nobody has', paths: ['/events?name=never'], isTarget: true, atLeast: 0 },
    { what: 'page of half a year ago', paths: [`/events?total=false&to=${ago(180)}`], atLeast: 20 },
    { what: 'first page of a day, with its total', paths: [`/events?from=${ago(1)}`], atLeast: 20 },
    {
      what: 'page in the middle of a frequent name',
      paths: [`/events?total=false&name=event 0&to=${ago(45)}`],
      atLeast: 20,
    },
    { what: 'names', paths: ['/events/names'], atLeast: 10 },
  ].map((read) => ({ ...read, paths: read.paths.map((path) => path.replaceAll(' ', '%20')) }))
}
