// One node delivers a campaign to a sink on loopback: its rate against emails that wait in the queue already (as the send
// benchmark measures them), and its effect on other calls.
import { setTimeout as sleep } from 'node:timers/promises'
import { timeOfId } from '../../src/platform/ids.ts'
import { openApi } from '../harness/api.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { quantile } from '../harness/timing.ts'
import { queueEmails, waitUntilRecorded } from '../send/queue.ts'
import type { Receiver } from '../send/receiver.ts'
import { withSendingNode } from '../send/sending-node.ts'
import type { SendingNode } from '../send/sending-node.ts'
import { postCampaign } from './post-campaign.ts'

const FLOOR_EMAILS = 40_000
const WARM_UP_EMAILS = 5_000

// Measured while the campaign is under way: first its rate, then the latency of other callers.
const MEASURED_EMAILS = 60_000
const CALLS = 300
const CALLS_PER_SECOND = 5

type Add = (result: Result) => void
type SendingCase = { add: Add; ledgerBytes: number }

export async function benchSending(stage: Stage, { add, ledgerBytes }: SendingCase): Promise<void> {
  await withSendingNode(stage, {
    run: async (running) => {
      const { node } = running
      const floor = await queuedRate(running)
      node.resetPeakMemory()
      await benchUnderWay(running, { floor, add, ledgerBytes })
      const value = node.peakMemoryMb()
      add({ what: 'resident memory of the node meanwhile, peak', value, unit: 'MB', target: { atMost: 400 } })
    },
  })
}

/** The rate of emails that wait in the queue, without a campaign. */
async function queuedRate({ stage, receiver }: SendingNode): Promise<number> {
  await queueEmails(stage, stage.sized(WARM_UP_EMAILS))
  await receiver.waitFor(stage.sized(WARM_UP_EMAILS))
  await waitUntilRecorded(stage)
  const emails = stage.sized(FLOOR_EMAILS)
  const before = receiver.emails
  await queueEmails(stage, emails)
  return rateOf(receiver, { from: before + 1, to: before + emails })
}

/** From one email to another. */
async function rateOf(receiver: Receiver, { from, to }: { from: number; to: number }): Promise<number> {
  await receiver.waitFor(from)
  const [began, first] = [performance.now(), receiver.emails]
  await receiver.waitFor(to)
  return ((receiver.emails - first) / (performance.now() - began)) * 1000
}

async function benchUnderWay(
  running: SendingNode,
  { floor, add, ledgerBytes }: SendingCase & { floor: number },
): Promise<void> {
  const { stage, receiver, node } = running
  await waitUntilRecorded(stage)
  const bytesBefore = await bytesOfEmails(stage)
  const api = openApi({
    address: node.address,
    key: stage.settings['BOOTSTRAP_SECRET_KEY'] ?? '',
    connections: 4,
  })
  try {
    const id = await postCampaign(stage)
    const before = receiver.emails
    const began = performance.now()
    await api.post(`/campaigns/${id}/send`, {}).catch(ignoreEmptyBody)
    await receiver.waitFor(before + 1)
    add({ what: 'from the call to the first email', value: performance.now() - began, unit: 'ms' })
    const emails = stage.sized(MEASURED_EMAILS)
    const rate = await rateOf(receiver, { from: before + Math.ceil(emails / 10), to: before + emails })
    add({ what: 'campaign, call to sink', value: rate, unit: 'emails/s', floor, target: { ratio: 0.9 } })
    await benchBeside(running, { api, id, add })
    await api.post(`/campaigns/${id}/cancel`, {})
    await waitUntilRecorded(stage)
    const sent = receiver.emails - before
    const bytes = ((await bytesOfEmails(stage)) - bytesBefore) / Math.max(1, sent)
    add({
      what: 'a recipient in ledger and record, with indexes',
      detail: `ledger ${Math.round(ledgerBytes)}, record ${Math.round(bytes)}`,
      value: ledgerBytes + bytes,
      unit: 'bytes',
      target: { atMost: 600 },
    })
  } finally {
    api.close()
  }
}

/** `send` answers without a body, so there is no JSON to parse. */
function ignoreEmptyBody(error: unknown): void {
  if (!(error instanceof SyntaxError)) throw error
}

type Beside = { api: ReturnType<typeof openApi>; id: string; add: Add }

/** Statistics, and transactional email, while the campaign is being sent. */
async function benchBeside({ stage }: SendingNode, { api, id, add }: Beside): Promise<void> {
  const latenciesMs: number[] = []
  const emails: string[] = []
  for (let call = 0; call < stage.sized(CALLS); call += 1) {
    const began = performance.now()
    await api.get(`/campaigns/${id}/stats`)
    latenciesMs.push(performance.now() - began)
    emails.push(await sendOne(api, call))
    await sleep(1000 / CALLS_PER_SECOND)
  }
  const { data } = await api.get<{ data: { status: string } }>(`/campaigns/${id}`)
  const isOver = data.status !== 'SENDING'
  add({
    what: 'GET /campaigns/{id}/stats while it is being sent, p95',
    ...(isOver && { detail: 'the campaign ended meanwhile' }),
    value: quantile(latenciesMs, 0.95),
    unit: 'ms',
    target: { atMost: 50 },
  })
  add({
    what: 'transactional email, accepted to handed over, p95',
    value: quantile(await handOverMs(stage, emails), 0.95),
    unit: 'ms',
    target: { atMost: 1000 },
  })
}

async function sendOne(api: Beside['api'], call: number): Promise<string> {
  const answer = await api.post<{ data: { emails: { email: string }[] } }>('/v1/send', {
    to: `caller-${call}@receivers.example.com`,
    from: 'hello@mill.example.com',
    subject: 'Your code',
    body: '<p>Your code is <b>123456</b>.</p>',
  })
  return answer.data.emails[0]?.email ?? ''
}

// Longer than any of them may wait.
const HANDED_OVER_WITHIN_MS = 30_000

/** From the record of each email; an email that still waits counts with the time that the benchmark waited. */
async function handOverMs({ pool }: Stage, ids: readonly string[]): Promise<number[]> {
  const giveUpAt = performance.now() + HANDED_OVER_WITHIN_MS
  for (;;) {
    const { rows } = await pool.query<{ id: string; sent_at: Date }>(
      'select id, sent_at from emails where id = any($1::uuid[]) and sent_at is not null',
      [ids],
    )
    if (rows.length === ids.length || performance.now() > giveUpAt) {
      const late = Array.from({ length: ids.length - rows.length }, () => HANDED_OVER_WITHIN_MS)
      return [...rows.map(({ id, sent_at: at }) => at.getTime() - timeOfId(id).getTime()), ...late]
    }
    await sleep(200)
  }
}

/** The size of all tables that hold ended emails. */
async function bytesOfEmails({ pool }: Stage): Promise<number> {
  await pool.query('vacuum emails')
  const { rows } = await pool.query<{ bytes: string }>(`
    select sum(pg_total_relation_size(c.oid)) as bytes from pg_class as c
    where c.relkind = 'r' and c.relname ~ '^(emails|email_payloads|email_events)_'`)
  return Number(rows[0]?.bytes)
}
