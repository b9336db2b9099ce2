// Backlogs that one project can create for the workers of a node. Each load has a project of its own, and its remaining backlog is
// deleted at the end.
import http from 'node:http'
import { retryDeadlocks } from '../../src/platform/db/failures/deadlock-retry.ts'
import { sendRequest } from '../harness/http-request.ts'
import type { Sender } from '../harness/sender.ts'
import type { Stage } from '../harness/stage.ts'
import type { Receiver } from './receiver.ts'

export type Sizes = { announcements: number; contacts: number }

export type World = Sizes & { stage: Stage; large: Sender; receiver: Receiver }

export type Load = {
  what: (sizes: Sizes) => string
  begin(world: World): Promise<void>
  /** Counts the part that still waits. */
  left(world: World): Promise<number>
}

const SEGMENTS = 10
const SLOW_ENDPOINTS = 20
const EVENTS_PER_ENDPOINT = 500

async function post({ stage, large }: World, path: string, body: object): Promise<void> {
  const reply = await stage.caller.post(path, body, { key: large.key })
  if (reply.status >= 300) throw new Error(`POST ${path} answered ${reply.status}: ${reply.body}`)
}

const addEndpoint = (world: World, url: string, events: string[]) => post(world, '/webhooks', { url, events })

const addSegment = (world: World, name: string, condition: object) =>
  post(world, '/segments', {
    name,
    filters: { operator: 'AND', conditions: [condition] },
    trackMembership: true,
  })

/** Announcements as a flood of events leaves them, without the events. */
const announce = async ({ stage, large }: World, count: number, listeners: string[]): Promise<void> => {
  const { rows } = await stage.pool.query<{ id: string }>(
    'select id from contacts where project_id = $1 limit 1',
    [large.projectId],
  )
  await stage.pool.query(
    `insert into announcements (project_id, listener, event_id, name, contact_id, data, throttled, created_at)
      select $1, ($2::text[])[1 + n % cardinality($2::text[])], gen_random_uuid(), 'flood', $3, jsonb_build_object('n', n), false,
        now()
      from generate_series(1, $4::int) as n`,
    [large.projectId, listeners, rows[0]?.id, count],
  )
}

/** With the triggers: a new contact is noted for the tracked segments. */
async function addContacts({ stage, large }: World, count: number): Promise<void> {
  const atOnce = 5_000
  for (let done = 0; done < count; done += atOnce) {
    await stage.pool.query(
      `insert into contacts (project_id, id, email, subscribed, data, created_at, updated_at)
        select $1, (left(lowest_uuid_v7(now())::text, 15) || substr(gen_random_uuid()::text, 16))::uuid,
          'person-' || n || '@large.test', true, jsonb_build_object('age', n % 90, 'city', 'city-' || n % 100), now(), now()
        from generate_series($2::int, $3::int - 1) as n`,
      [large.projectId, done, Math.min(done + atOnce, count)],
    )
  }
}

async function importContacts({ stage, large }: World, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, n) => `person-${n}@large.test,${n % 90},city-${n % 100}`)
  const reply = await sendRequest(new http.Agent(), {
    port: Number(stage.settings['PORT']),
    method: 'POST',
    path: '/contacts/import?events=true',
    key: large.key,
    type: 'text/csv',
    body: ['email,age,city', ...lines].join('\n'),
  })
  if (reply.status !== 202) throw new Error(`POST /contacts/import answered ${reply.status}: ${reply.body}`)
}

const count = async ({ stage, large }: World, table: string, condition = 'true'): Promise<number> => {
  const { rows } = await stage.pool.query<{ count: string }>(
    `select count(*) from ${table} where project_id = $1 and ${condition}`,
    [large.projectId],
  )
  return Number(rows[0]?.count)
}

const countDeliveries = (world: World) => count(world, 'webhook_deliveries', "status = 'PENDING'")

const shown = (figure: number) => figure.toLocaleString('en-GB')

export const LOADS: Load[] = [
  { what: () => 'nothing (for comparison)', begin: () => Promise.resolve(), left: () => Promise.resolve(0) },
  {
    what: ({ announcements }) => `${shown(announcements)} announcements`,
    async begin(world) {
      await addContacts(world, 1)
      await addEndpoint(world, world.receiver.quickUrl, ['flood'])
      await addSegment(world, 'Flooded', { field: 'event.flood', operator: 'triggered' })
      await announce(world, world.announcements, ['webhooks', 'segments'])
    },
    left: (world) => count(world, 'announcements'),
  },
  {
    what: ({ contacts }) => `${shown(contacts)} contacts to be judged by ${SEGMENTS} segments`,
    async begin(world) {
      for (let n = 0; n < SEGMENTS; n += 1) {
        await addSegment(world, `Older than ${n}`, {
          field: 'data.age',
          operator: 'greaterThan',
          value: n * 9,
        })
      }
      await addContacts(world, world.contacts)
    },
    left: (world) => count(world, 'segment_notes'),
  },
  {
    what: () => `${SLOW_ENDPOINTS} webhooks that answer after 4.5 s, ${EVENTS_PER_ENDPOINT} events each`,
    async begin(world) {
      await addContacts(world, 1)
      for (let n = 0; n < SLOW_ENDPOINTS; n += 1) {
        await addEndpoint(world, world.receiver.slowUrl(n), ['flood'])
      }
      await announce(world, EVENTS_PER_ENDPOINT, ['webhooks'])
    },
    left: countDeliveries,
  },
  {
    what: ({ contacts }) => `an import of ${shown(contacts)} contacts, with events`,
    async begin(world) {
      await addEndpoint(world, world.receiver.quickUrl, ['*'])
      await addSegment(world, 'Grown-ups', { field: 'data.age', operator: 'greaterThan', value: 17 })
      await importContacts(world, world.contacts)
    },
    left: async (world) =>
      (await count(world, 'announcements')) +
      (await countDeliveries(world)) +
      (await count(world, 'segment_notes')),
  },
]

/** The next load begins with empty queues. */
export async function discardBacklog({ stage, large }: World): Promise<void> {
  await stage.pool.query('update projects set disabled_at = now() where id = $1', [large.projectId])
  await retryDeadlocks(() =>
    stage.pool.query('truncate announcements, segment_notes, webhook_deliveries, webhook_attempts'),
  )
}
