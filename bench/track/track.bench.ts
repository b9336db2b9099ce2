import { newId } from '../../src/platform/ids.ts'
import type { ContactId, EventId } from '../../src/platform/ids.ts'
import {
  CALLERS,
  CALLS_PER_ROUND,
  FLOOR_PROJECT,
  measureAgainstInserts,
  post,
  ROUNDS,
} from '../harness/insert-floor.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { quantile } from '../harness/timing.ts'

const CONTACTS = 10_000

const TARGET_RATIO = 0.5

const PLANS = ['free', 'pro', 'team']

const eventData = (index: number) => ({
  plan: PLANS[index % PLANS.length],
  amount: index % 1000,
  page: `/products/${index % 500}`,
})
const eventName = (index: number) => `event ${index % 12}`
const addressOf = (contact: number) => `person-${contact}@example.com`

/** Spreads the calls over the contacts, so that neighbours in time are strangers. */
const contactOf = (index: number) => (index * 7919) % CONTACTS

type Kind = { what: string; bodyOf: (index: number) => unknown; isTarget: boolean }

const KINDS: Kind[] = [
  {
    what: 'events of new contacts',
    bodyOf: (index) => ({
      email: `new-${index}@example.com`,
      event: eventName(index),
      data: eventData(index),
    }),
    isTarget: false,
  },
  {
    what: 'events of 10,000 contacts, with data',
    bodyOf: (index) => ({
      email: addressOf(contactOf(index)),
      event: eventName(index),
      data: eventData(index),
    }),
    isTarget: true,
  },
  {
    what: 'events of 10,000 contacts, bare',
    bodyOf: (index) => ({ email: addressOf(contactOf(index)), event: eventName(index) }),
    isTarget: false,
  },
]

export async function benchTrack(stage: Stage, add: (result: Result) => void): Promise<void> {
  // Makes the contacts, and warms up.
  await post(
    stage,
    '/v1/track',
    Array.from({ length: CONTACTS }, (_, index) => ({
      email: addressOf(index),
      event: 'made',
      data: eventData(index),
    })),
  )
  for (const kind of KINDS) await benchKind(stage, add, kind)
  await checkCounters(stage)
}

async function benchKind(
  stage: Stage,
  add: (result: Result) => void,
  { what, bodyOf, isTarget }: Kind,
): Promise<void> {
  const measured = await measureAgainstInserts(stage, { path: '/v1/track', bodyOf, insert: insertOf() })
  const { rate, floor, latenciesMs } = measured
  add({
    what: `POST /v1/track, ${CALLERS} connections: ${what}`,
    detail: `p50 ${quantile(latenciesMs, 0.5).toFixed(1)} ms`,
    value: rate,
    unit: 'requests/s',
    floor,
    ...(isTarget && { target: { ratio: TARGET_RATIO } }),
  })
  add({ what: 'the same, p99', value: quantile(latenciesMs, 0.99), unit: 'ms' })
}

/** The row of the event. */
function insertOf() {
  const ids = Array.from({ length: CONTACTS }, () => newId<ContactId>(new Date()))
  return {
    text: `insert into events (project_id, id, name, contact_id, data, created_at)
      values ('${FLOOR_PROJECT}', $1, $2, $3, $4, $5)`,
    valuesOf: (index: number) => {
      const now = new Date()
      const data = JSON.stringify(eventData(index))
      return [newId<EventId>(now), eventName(index), ids[contactOf(index)], data, now]
    },
  }
}

/** A run that lost events must not count as fast. */
async function checkCounters({ pool, sized }: Stage): Promise<void> {
  const { rows } = await pool.query<{ tracked: string; counted: string }>(
    `select (select count(*) from events where project_id <> '${FLOOR_PROJECT}') as tracked,
       (select sum(value) from (
          select value from counters where counter = 'events' union all
          select delta from counter_deltas where counter = 'events') as both_parts) as counted`,
  )
  const [row] = rows
  // Every contact that was made has its contact.created.
  const expected = CONTACTS * 2 + sized(ROUNDS) * sized(CALLS_PER_ROUND) * (KINDS.length + 1)
  if (Number(row?.tracked) !== expected || Number(row?.counted) !== expected) {
    throw new Error(`expected ${expected} events, found ${row?.tracked}, counted ${row?.counted}`)
  }
}
