import { newId } from '../../src/platform/ids.ts'
import type { EmailId } from '../../src/platform/ids.ts'
import { CALLERS, FLOOR_PROJECT, measureAgainstInserts, post } from '../harness/insert-floor.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { formatTimes } from '../harness/processor.ts'
import { median, quantile } from '../harness/timing.ts'

// Most email goes to people who got email before.
const CONTACTS = 10_000

const emailTo = (index: number) => ({
  to: `person-${(index * 7919) % CONTACTS}@receivers.test`,
  from: { name: 'The Mill', email: 'hello@mill.test' },
  subject: 'Your code is {{ code }}',
  body: '<h1>Hello {{ name }}</h1><p>Your code is <b>{{ code }}</b>. It is good for ten minutes.</p><p><a href="https://mill.test/login">Sign in</a></p>',
  data: { name: `Person ${index}`, code: String(index).padStart(6, '0') },
})

/** POST /v1/send, each call with one recipient, by a node that does nothing else. */
export async function benchAccept(stage: Stage, add: (result: Result) => void): Promise<void> {
  // Makes the contacts, and warms up.
  await post(
    stage,
    '/v1/send',
    Array.from({ length: stage.sized(CONTACTS) }, (_, index) => emailTo(index)),
  )
  const insert = await insertOf(stage)
  const measured = await measureAgainstInserts(stage, { path: '/v1/send', bodyOf: emailTo, insert })
  const { rate, floor, ratio, latenciesMs, timesUs } = measured
  add({
    what: `POST /v1/send, ${CALLERS} connections`,
    detail: `p50 ${median(latenciesMs).toFixed(1)} ms; ${formatTimes(timesUs, 'call')}`,
    value: rate,
    unit: 'requests/s',
    floor,
    ratio,
    target: { ratio: 0.6 },
  })
  const p99 = quantile(latenciesMs, 0.99)
  add({ what: 'the same, p99', value: p99, unit: 'ms', target: { atMost: 50 } })
}

const COLUMNS =
  'content_id, contact_id, address, status, lane, source, message_id, variables, run_at, give_up_at'

/** A row of the same bytes as one that was accepted. */
async function insertOf({ pool }: Stage) {
  const { rows } = await pool.query<Record<string, unknown>>(`select ${COLUMNS} from email_queue limit 1`)
  const [row] = rows
  if (!row) throw new Error('nothing was accepted')
  const values = Object.entries(row).map(([name, value]) =>
    name === 'variables' ? JSON.stringify(value) : value,
  )
  const places = values.map((_, index) => `$${index + 2}`).join(', ')
  return {
    text: `insert into email_queue (project_id, email_id, ${COLUMNS}) values ('${FLOOR_PROJECT}', $1, ${places})`,
    valuesOf: () => [newId<EmailId>(new Date()), ...values],
  }
}
