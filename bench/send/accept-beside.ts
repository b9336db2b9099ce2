// Latency of POST /v1/send while the same node sends a campaign as fast as it can: one node does both, and shares
// two cores with the database, the receiver and the callers.
import { text } from 'node:stream/consumers'
import http from 'node:http'
import { postAtPace } from '../harness/paced-load.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { quantile } from '../harness/timing.ts'
import { queueEmails } from './queue.ts'
import { withSendingNode } from './sending-node.ts'

const CALLS = 10_000
const PER_SECOND = 100
// More than are ever answered at the same time: a call that waits for one counts as slow.
const CONNECTIONS = 50

// More than leaves while the calls are made.
const CAMPAIGN = 400_000

// Until threads are started, connections open and code compiled, first for what is sent, then for what is accepted. The first call
// to a node that is already busy takes 0.8 s, and a hundred calls wait behind it; of 10,000 that would be the p99.
const WARM_UP_EMAILS = 5_000
const WARM_UP_CALLS = 500

const callOf = (index: number) =>
  JSON.stringify({
    to: `caller-${index % 2_000}@receivers.example.com`,
    from: 'hello@mill.example.com',
    subject: 'Your code is {{ code }}',
    body: '<p>Your code is <b>{{ code }}</b>.</p>',
    data: { code: String(index).padStart(6, '0') },
  })

export async function benchAcceptBeside(stage: Stage, add: (result: Result) => void): Promise<void> {
  const campaign = stage.sized(CAMPAIGN)
  await withSendingNode(stage, {
    prepare: () => queueEmails(stage, campaign),
    run: async ({ receiver, node }) => {
      await receiver.waitFor(stage.sized(WARM_UP_EMAILS))
      const send = (calls: number) =>
        postAtPace({
          address: node.address,
          key: stage.settings['BOOTSTRAP_SECRET_KEY'] ?? '',
          path: '/v1/send',
          bodies: Array.from({ length: calls }, (_, index) => callOf(index)),
          perSecond: PER_SECOND,
          connections: CONNECTIONS,
        })
      await send(stage.sized(WARM_UP_CALLS))
      // Measured from one reading to the next.
      await readDelays(node.address)
      const before = receiver.emails
      const began = performance.now()
      const latenciesMs = await send(stage.sized(CALLS))
      const perSecond = ((receiver.emails - before) / (performance.now() - began)) * 1000
      // A small one has left before the first call is answered.
      if (campaign === CAMPAIGN && receiver.emails >= CAMPAIGN) {
        throw new Error('the campaign ended before the calls did')
      }
      const delaysMs = await readDelays(node.address)
      report(add, { latenciesMs, perSecond, delaysMs, peakMb: node.peakMemoryMb() })
    },
  })
}

type Delays = { p99: number; longest: number }

/** How late the main thread was since the last reading. */
async function readDelays(address: string): Promise<Delays> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  http.get(new URL('/metrics', address), resolve).on('error', reject)
  const metrics = await text(await promise)
  const read = (quantile: string) => {
    const found = new RegExp(
      `^lettermill_event_loop_delay_seconds\\{quantile="${quantile}"\\} (.+)$`,
      'm',
    ).exec(metrics)
    if (!found) throw new Error('the metrics of the node have no event loop delay')
    return Number(found[1]) * 1000
  }
  return { p99: read('0.99'), longest: read('1') }
}

type AcceptFigures = { latenciesMs: number[]; perSecond: number; delaysMs: Delays; peakMb: number }

function report(
  add: (result: Result) => void,
  { latenciesMs, perSecond, delaysMs, peakMb }: AcceptFigures,
): void {
  const what = `POST /v1/send beside a campaign, ${PER_SECOND} calls/s`
  const detail = `${Math.round(perSecond)} signed emails/s leave meanwhile`
  add({ what: `${what}, p50`, detail, value: quantile(latenciesMs, 0.5), unit: 'ms', target: { atMost: 15 } })
  add({ what: `${what}, p99`, value: quantile(latenciesMs, 0.99), unit: 'ms', target: { atMost: 150 } })
  add({
    what: 'how late the main thread is meanwhile, p99',
    value: delaysMs.p99,
    unit: 'ms',
    target: { atMost: 20 },
  })
  add({ what: 'the same, the longest', value: delaysMs.longest, unit: 'ms' })
  add({
    what: 'resident memory of the node meanwhile, two threads, peak',
    value: peakMb,
    unit: 'MB',
    target: { atMost: 400 },
  })
}
