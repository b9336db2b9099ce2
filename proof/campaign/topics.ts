// People leave and join the topic of a campaign while it is sent. Somebody is surely outside of the topic from the answer to
// their leaving until the next request to join; only that counts, because a request without an answer may have been carried out or not.
import { setTimeout as sleep } from 'node:timers/promises'
import { nothing } from '../harness/audit.ts'
import type { Row } from '../harness/promise-table.ts'
import type { Random } from '../harness/random.ts'
import type { Arrival } from '../harness/smtp-sink.ts'
import type { Stage } from '../harness/stage.ts'

export const TOPIC = 'proof-news'

// A worker relies on its claim for a second, unless it is told of a change (delivery/queue/final-check.service.ts).
const TRUSTED_MS = 1_000

// From the final check to the first word at the receiver: two processes that get no processor for a moment.
const ON_THE_WAY_MS = 1_000

/** Times in epoch milliseconds; `until` is Infinity while it lasts. */
type Absence = { from: number; until: number }

export type Absences = Map<string, Absence[]>

type TopicChanges = {
  stop(): Promise<{ absences: Absences; counts: Record<string, number> }>
}

const addressOf = (n: number): string => `reader${n}@receiver.test`

export async function makeTopic({ caller }: Stage): Promise<void> {
  const body = { key: TOPIC, name: 'News', optIn: 'implied' }
  const reply = await caller.post('/topics', body)
  if (reply.status !== 201) throw new Error(`POST /topics answered ${reply.status}: ${reply.body}`)
}

/** Every tenth reader has left before the campaign starts. */
export async function leaveEarly({ pool }: Stage, projectId: string): Promise<Absences> {
  const { rows } = await pool.query<{ email: string }>(
    `update contacts set topic_choices = jsonb_build_object('${TOPIC}', false)
     where project_id = $1 and email like 'reader%0@receiver.test' returning email`,
    [projectId],
  )
  const from = Date.now()
  return new Map(rows.map(({ email }) => [email, [{ from, until: Infinity }]]))
}

// Often enough that some leave while their email is claimed, and some while it is on the wire.
const PAUSE_MS = 50

type ChangeOptions = { readers: number; random: Random; absences: Absences }

export function changeTopics(stage: Stage, { readers, random, absences }: ChangeOptions): TopicChanges {
  const counts = { 'people who left the topic': 0, 'people who joined it again': 0 }
  let isOver = false
  const work = async () => {
    while (!isOver) {
      const email = addressOf(1 + Math.floor(random.next() * readers))
      const last = absences.get(email)?.at(-1)
      // People who left before the campaign began never come back, so that it must not reach them.
      const isEarly = email.endsWith('0@receiver.test')
      if (last?.until !== Infinity) counts['people who left the topic'] += await leave(stage, email, absences)
      else if (!isEarly) counts['people who joined it again'] += await join(stage, email, last)
      await sleep(PAUSE_MS)
    }
  }
  const working = work()
  return {
    async stop() {
      isOver = true
      await working
      return { absences, counts }
    },
  }
}

const choose = async ({ caller }: Stage, email: string, isIn: boolean): Promise<boolean> => {
  const reply = await caller.post('/contacts', { email, topics: { [TOPIC]: isIn } }).catch(() => undefined)
  return reply !== undefined && reply.status < 300
}

async function leave(stage: Stage, email: string, absences: Absences): Promise<number> {
  if (!(await choose(stage, email, false))) return 0
  const known = absences.get(email) ?? []
  absences.set(email, [...known, { from: Date.now(), until: Infinity }])
  return 1
}

async function join(stage: Stage, email: string, absence: Absence): Promise<number> {
  absence.until = Date.now()
  return (await choose(stage, email, true)) ? 1 : 0
}

/** How long somebody had been outside when their email was begun; undefined for one that may have been inside. */
function outsideFor({ to, begunAt }: Arrival, absences: Absences): number | undefined {
  const found = absences.get(to)?.find(({ from, until }) => from <= begunAt && begunAt < until)
  return found && begunAt - found.from
}

export function auditTopics(
  arrivals: readonly Arrival[],
  absences: Absences,
  early: ReadonlySet<string>,
): Row[] {
  const late = arrivals.flatMap((arrival) => outsideFor(arrival, absences) ?? [])
  const longest = Math.max(0, ...late)
  return [
    nothing(
      'emails to people who had left the topic before it started',
      arrivals.filter(({ to }) => early.has(to)).length,
    ),
    {
      what: 'emails begun within a second of the leaving, or two with the way',
      measured: late.filter((ms) => ms <= TRUSTED_MS + ON_THE_WAY_MS).length,
    },
    { what: '  the longest time after a leaving, in ms', measured: longest },
    nothing(
      'emails begun later to people outside of the topic',
      late.filter((ms) => ms > TRUSTED_MS + ON_THE_WAY_MS).length,
    ),
  ]
}
