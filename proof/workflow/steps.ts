import { setTimeout as sleep } from 'node:timers/promises'
import { dueAt } from './dated.ts'
import { makeSender } from '../harness/sender.ts'
import type { Stage } from '../harness/stage.ts'

export type ProofWorkflow = { id: string; projectId: string; steps: readonly string[] }

/** Each execution reaches the goal once, with this value. */
export const GOAL_VALUE = 2.5

/** Every kind of effect, with a pause before each: so a kill finds executions before and behind all of them. */
const stepsOf = (from: string) => [
  {
    id: 'mark',
    type: 'UPDATE_CONTACT',
    config: { increment: { visits: 1 }, append: { marks: 'entered' } },
    next: 'date',
  },
  // A few seconds after the contact entered.
  { id: 'date', type: 'DELAY', config: { untilDate: { field: 'event.data.startsAt' } }, next: 'first-pause' },
  { id: 'first-pause', type: 'DELAY', config: { amount: 1, unit: 'minutes' }, next: 'email' },
  {
    id: 'email',
    type: 'SEND_EMAIL',
    config: { subject: 'Hello', body: '<p>Hello {{ email }}</p>', from, type: 'TRANSACTIONAL' },
    next: 'second-pause',
  },
  { id: 'second-pause', type: 'DELAY', config: { amount: 1, unit: 'minutes' }, next: 'tell' },
  {
    id: 'tell',
    type: 'TRACK_EVENT',
    config: { event: 'proof.told', data: { order: '{{ event.order }}', total: GOAL_VALUE } },
    next: 'hear',
  },
  {
    id: 'hear',
    type: 'WAIT_FOR_EVENT',
    config: {
      event: 'proof.told',
      where: [{ field: 'data.order', operator: 'equals', valueFrom: 'event.data.order' }],
      timeout: { amount: 365, unit: 'days' },
    },
    next: { event: 'end' },
  },
  { id: 'end', type: 'UPDATE_CONTACT', config: { data: { ended: true } } },
]

export async function makeWorkflow(stage: Stage): Promise<ProofWorkflow> {
  const sender = await makeSender(stage, 'proof-of-workflows.com')
  const steps = stepsOf(sender.from)
  const goal = { event: 'proof.told', value: 'data.total' }
  const body = { name: 'Proof', eventName: 'proof.go', enabled: true, steps, goal }
  const reply = await stage.caller.post('/workflows', body)
  if (reply.status !== 201) throw new Error(`POST /workflows answered ${reply.status}: ${reply.body}`)
  const { id } = JSON.parse(reply.body) as { id: string }
  return { id, projectId: sender.projectId, steps: steps.map((step) => step.id) }
}

// Some contacts come to it before, some after.
const DATE_AFTER_MS = 20_000

/** Tracks the event that starts the workflow for every contact, until each call is answered. */
export async function enterAll({ caller }: Stage, { executions }: { executions: number }): Promise<void> {
  const startsAt = new Date(Date.now() + DATE_AFTER_MS).toISOString()
  const enter = (n: number) =>
    caller.postUntilAnswered(
      '/v1/track',
      {
        email: `reader${n}@receiver.test`,
        event: 'proof.go',
        subscribed: true,
        data: { order: `order-${n}`, startsAt: { value: startsAt, persistent: false }, dueAt: dueAt() },
      },
      `enter ${n}`,
    )
  await Promise.all(Array.from({ length: executions }, (_, index) => enter(index + 1)))
}

/** The share of steps that have been passed. */
export async function readProgress(
  { pool }: Stage,
  ids: readonly string[],
  expectedSteps: number,
): Promise<number> {
  const { rows } = await pool
    .query<{ passed: string }>(
      "select count(*) as passed from workflow_history where workflow_id = any($1) and status = 'COMPLETED'",
      [ids],
    )
    .catch(() => ({ rows: [] }))
  return Number(rows[0]?.passed ?? 0) / expectedSteps
}

// Leases of killed workers last a minute, and some executions meet two in a row: nothing that still runs waits for longer.
const STILL_MS = 150_000
const END_LIMIT_MS = 600_000
const LOOK_AGAIN_MS = 1_000

/** Until every execution has ended and its goal is counted, or until nothing moves any more: the audit reports what is missing. */
export async function untilEnded(
  { pool, say }: Stage,
  ids: readonly string[],
  executions: number,
): Promise<void> {
  const expected = executions * ids.length
  const began = performance.now()
  let moved = began
  let said = ''
  while (performance.now() - began < END_LIMIT_MS && performance.now() - moved < STILL_MS) {
    // The database may be away for a moment.
    const { rows } = await pool
      .query<{ ended: string; steps: string; announced: string }>(
        `select (select count(*) from workflow_executions where workflow_id = any($1) and completed_at is not null) as ended,
           (select count(*) from workflow_history where workflow_id = any($1)) as steps,
           (select count(*) from announcements where listener = 'goals') as announced`,
        [ids],
      )
      .catch(() => ({ rows: [] }))
    const [now] = rows
    const line = now ? `${now.ended} of ${expected} have ended, after ${now.steps} steps` : said
    if (line !== said) {
      moved = performance.now()
      say(`       ${line}`)
    }
    said = line
    if (Number(now?.ended) >= expected && Number(now?.announced) === 0) return
    await sleep(LOOK_AGAIN_MS)
  }
  say('       nothing moves any more: what has not ended by now never will')
}
