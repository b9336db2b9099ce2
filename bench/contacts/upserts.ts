// POST /contacts into the table of a million, against driver, pool and database alone: the same row
// into the same table by one statement and commit, without triggers, from this process.
import { newId } from '../../src/platform/ids.ts'
import type { ContactId } from '../../src/platform/ids.ts'
import { FLOOR_PROJECT, measureAgainstInserts } from '../harness/insert-floor.ts'
import type { RoundLoad } from '../harness/insert-floor.ts'
import { formatTimes } from '../harness/processor.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { median, quantile } from '../harness/timing.ts'
import { contactOf } from './contact-file.ts'

type Load = RoundLoad & { from: string; target?: { ratio: number } }

const LOADS: Load[] = [
  { from: 'one connection', callers: 1, calls: 600 },
  { from: '50 connections', callers: 50, calls: 4_000, target: { ratio: 0.4 } },
]

// Addresses that neither the file nor another load has; each load has 100,000 of its own.
const FIRST_NEW_ROW = 5_000_000
const ROWS_PER_LOAD = 100_000

function newContact(load: number, index: number) {
  const { email, subscribed, ...data } = contactOf(FIRST_NEW_ROW + load * ROWS_PER_LOAD + index)
  return { email, subscribed, data }
}

export async function benchUpserts(stage: Stage, add: (result: Result) => void): Promise<void> {
  for (const [place, { from, target, ...load }] of LOADS.entries()) {
    const { rate, floor, ratio, latenciesMs, timesUs } = await measureAgainstInserts(stage, {
      path: '/contacts',
      bodyOf: (index) => newContact(place, index),
      insert: insertOf(place),
      load,
    })
    add({
      what: `new contacts by POST /contacts, ${from}`,
      detail: `p50 ${median(latenciesMs).toFixed(1)} ms, p99 ${quantile(latenciesMs, 0.99).toFixed(1)} ms; ${formatTimes(timesUs, 'call')}`,
      value: rate,
      unit: 'requests/s',
      floor,
      ratio,
      ...(target && { target }),
    })
  }
}

/** The rows of all rounds, one after the other: each address can be inserted only once. */
function insertOf(place: number) {
  let next = 0
  return {
    text: `insert into contacts (project_id, id, email, subscribed, data, created_at, updated_at)
      values ('${FLOOR_PROJECT}', $1, $2, $3, $4, $5, $5)`,
    valuesOf: () => {
      const now = new Date()
      const { email, subscribed, data } = newContact(place, next++)
      return [newId<ContactId>(now), email, subscribed, JSON.stringify(data), now]
    },
  }
}
