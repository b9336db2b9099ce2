// `npm run proof:relay`: relays that allow one connection, take 20 emails per minute, or refuse everything for a while.
// Nothing may bounce, they get nearly as much as they allow, and the API says why email waits.
//
//   npm run proof:relay -- [--seconds 30] [--minutes 3] [--refused 600] [--smallest]
import { setTimeout as sleep } from 'node:timers/promises'
import { queueBacklog } from './harness/backlog.ts'
import { startLimitedRelay } from './harness/limited-relay.ts'
import type { LimitedRelay } from './harness/limited-relay.ts'
import { readProofOptions, runProof } from './harness/command.ts'
import { figure } from './harness/promise-table.ts'
import type { Row } from './harness/promise-table.ts'
import { makeSender } from './harness/sender.ts'
import type { Sender } from './harness/sender.ts'
import { withStage } from './harness/stage.ts'
import type { Stage } from './harness/stage.ts'
import { until } from './harness/until.ts'

const SHARE = 0.9
const ANSWER_MS = 50
const PER_MINUTE = 20
// More than any of the relays takes in its time.
const MANY = 3_000

type Proof = { stage: Stage; relay: LimitedRelay; sender: Sender; isHeld: boolean }

const countIn = ({ taken }: LimitedRelay, from: number, forMs: number): number =>
  taken.filter((at) => at >= from && at < from + forMs).length

const reasonOf = async ({ stage: { pool }, sender }: Proof): Promise<string> => {
  const { rows } = await pool.query<{ reason: string }>('select reason from transport_troubles limit 1')
  const { rows: waiting } = await pool.query<{ count: string }>(
    'select count(*) from email_queue where project_id = $1',
    [sender.projectId],
  )
  return rows[0] ? `${rows[0].reason} (${waiting[0]?.count} wait)` : 'none'
}

async function proveOneConnection({ relay, isHeld }: Proof, seconds: number): Promise<Row> {
  Object.assign(relay, { mostConnections: 1, answerMs: ANSWER_MS })
  await sleep(1_000)
  const from = performance.now()
  await sleep(seconds * 1_000)
  const allowed = (seconds * 1_000) / ANSWER_MS
  const measured = countIn(relay, from, seconds * 1_000)
  const row = {
    what: `emails in ${seconds} s over one connection, 50 ms each`,
    measured,
    promised: `≥ 90 % of ${allowed}`,
    isKept: measured >= SHARE * allowed,
  }
  return figure(row, { isHeld })
}

async function provePerMinute(proof: Proof, minutes: number): Promise<Row[]> {
  const { relay } = proof
  const from = performance.now()
  Object.assign(relay, { mostConnections: Infinity, answerMs: 0, perMinute: PER_MINUTE })
  await sleep(30_000)
  const reason = await reasonOf(proof)
  await sleep(minutes * 60_000 - 30_000)
  const allowed = minutes * PER_MINUTE
  const measured = countIn(relay, from, minutes * 60_000)
  const row = {
    what: `emails in ${minutes} min from a relay that takes 20 per minute`,
    measured,
    promised: `≥ 90 % of ${allowed}`,
    isKept: measured >= SHARE * allowed,
  }
  return [
    figure(row, proof),
    {
      what: 'meanwhile the reason of email that waits',
      measured: reason,
      isKept: reason.includes('too much mail'),
    },
  ]
}

async function proveRefusal(proof: Proof, seconds: number): Promise<Row[]> {
  const { relay } = proof
  Object.assign(relay, { perMinute: undefined, isRefusing: true, mostConnections: 0 })
  await sleep(seconds * 1_000)
  // A busy machine may take longer than a short refusal to try.
  const reason = await until(
    async () => {
      const told = await reasonOf(proof)
      return told.includes('421') && told
    },
    { what: 'email waits for the relay that refuses', limitMs: 60_000 },
  ).catch(() => reasonOf(proof))
  Object.assign(relay, { isRefusing: false, mostConnections: Infinity })
  const backAt = performance.now()
  const first = await until(() => relay.taken.find((at) => at > backAt), {
    what: 'the relay gets email again',
    limitMs: 120_000,
  })
  const lateSeconds = (first - backAt) / 1_000
  const row = {
    what: `seconds until a relay that refused for ${seconds} s gets email again`,
    measured: lateSeconds.toFixed(1),
    promised: `≤ ${Math.max(2, seconds * (1 - SHARE)).toFixed(0)}`,
    isKept: lateSeconds <= Math.max(2, seconds * (1 - SHARE)),
  }
  return [
    figure(row, proof),
    { what: 'meanwhile the reason of email that waits', measured: reason, isKept: reason.includes('421') },
  ]
}

async function proveEnd({ stage: { pool }, sender }: Proof): Promise<Row> {
  await until(
    async () =>
      (await pool.query('select from email_queue where project_id = $1 limit 1', [sender.projectId]))
        .rowCount === 0,
    { what: 'everything is sent', limitMs: 300_000 },
  )
  const { rows } = await pool.query<{ count: string }>(
    "select count(*) from emails where project_id = $1 and status <> 'SENT'",
    [sender.projectId],
  )
  const bounced = Number(rows[0]?.count)
  return {
    what: `of ${MANY} emails, those that were not sent in the end`,
    measured: bounced,
    promised: '0',
    isKept: bounced === 0,
  }
}

await runProof(async (say) => {
  const { seconds, minutes, refused, isSmallest } = readProofOptions({
    numbers: { seconds: 30, minutes: 3, refused: 600 },
    smallest: { seconds: 2, minutes: 1, refused: 5 },
  })
  const relay = await startLimitedRelay()
  try {
    return await withStage({ say }, async (stage) => {
      stage.settings['MAIL_TRANSPORT'] = relay.url
      await stage.fleet.add('node', 'all')
      const sender = await makeSender(stage, 'proof-of-relays.com')
      const proof = { stage, relay, sender, isHeld: !isSmallest }
      relay.answerMs = ANSWER_MS
      relay.mostConnections = 1
      await queueBacklog(stage, sender, { emails: MANY, lane: 'transactional' })
      return [
        await proveOneConnection(proof, seconds),
        ...(await provePerMinute(proof, minutes)),
        ...(await proveRefusal(proof, refused)),
        await proveEnd(proof),
      ]
    })
  } finally {
    await relay.close()
  }
})
