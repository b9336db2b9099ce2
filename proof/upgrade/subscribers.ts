// Contacts that are made one after the other while nodes are replaced, each by a call with an Idempotency-Key.
import { setTimeout as sleep } from 'node:timers/promises'
import { nothing } from '../harness/audit.ts'
import type { Caller } from '../harness/caller.ts'
import type { Row } from '../harness/promise-table.ts'
import type { Stage } from '../harness/stage.ts'

const PAUSE_MS = 50

const REPEATED = 20

export type Subscribers = { readonly answers: ReadonlyMap<string, string>; stop(): Promise<void> }

const bodyOf = (email: string) => ({ email, subscribed: true, data: { plan: 'pro' } })

export function addSubscribers(caller: Caller): Subscribers {
  const answers = new Map<string, string>()
  let isOver = false
  const work = async () => {
    for (let n = 1; !isOver; n += 1) {
      const email = `subscriber${n}@receiver.test`
      answers.set(email, await caller.postUntilAnswered('/contacts', bodyOf(email), email))
      await sleep(PAUSE_MS)
    }
  }
  const working = work()
  const stop = async () => {
    isOver = true
    await working
  }
  return { answers, stop }
}

/** Says the first calls again, which the old version answered: the new version knows their answers. */
export async function auditSubscribers({ caller, pool }: Stage, { answers }: Subscribers): Promise<Row[]> {
  const { rows } = await pool.query<{ count: string }>(
    `select count(*) from contacts where email ~ '^subscriber' and data = '{"plan": "pro"}'`,
  )
  let different = 0
  for (const [email, answer] of [...answers].slice(0, REPEATED)) {
    if ((await caller.postUntilAnswered('/contacts', bodyOf(email), email)) !== answer) different += 1
  }
  return [
    { what: 'contacts made by calls', measured: answers.size },
    nothing('contacts that are missing', answers.size - Number(rows[0]?.count)),
    nothing('repeated calls that the new version answered differently', different),
  ]
}
