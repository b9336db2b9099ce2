// Another project, which works normally while one is attacked or loaded: how long it waits for answers, for the webhook of
// an event, and for the event of a contact that enters a segment.
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../../bench/harness/timing.ts'
import type { Row } from '../harness/promise-table.ts'
import type { Sender } from '../harness/sender.ts'
import type { Stage } from '../harness/stage.ts'
import { until } from '../harness/until.ts'
import type { Receiver } from './receiver.ts'

const ASK_EVERY_MS = 50
const PROBE_EVERY_MS = 200

// A probe that has not come by then is lost, as far as the bystander can tell.
const LONGEST_WAIT_MS = 30_000

export type Waits = { ms: number[]; bad: number }
export type Limits = { p99: number; worst: number }

/** How long a victim had to wait for answers, asking again and again while the attack lasts. */
export async function watch(url: string, key: string | undefined, untilMs: number): Promise<Waits> {
  const waits: Waits = { ms: [], bad: 0 }
  while (performance.now() < untilMs) {
    const began = performance.now()
    const reply = await fetch(url, key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } })
    await reply.text()
    waits.ms.push(performance.now() - began)
    if (reply.status !== 200) waits.bad += 1
    await sleep(ASK_EVERY_MS)
  }
  return waits
}

export function toRow(what: string, { ms, bad }: Waits, { p99: most, worst: longest }: Limits): Row {
  const [p50, p99, worst] = [quantile(ms, 0.5), quantile(ms, 0.99), Math.max(...ms)]
  const shown = [p50, p99, worst].map((value) => value.toFixed(0))
  return {
    what,
    measured: `p50 ${shown[0]}, p99 ${shown[1]}, worst ${shown[2]} ms of ${ms.length}${bad > 0 ? `, ${bad} failed` : ''}`,
    promised: `p99 ≤ ${most}, worst ≤ ${longest} ms`,
    isKept: p99 <= most && worst <= longest && bad === 0,
  }
}

export type Bystander = {
  /** From the call that tracks an event to the arrival of its webhook. */
  watchEvents(untilMs: number): Promise<Waits>
  /** From the call that creates a contact to the arrival of its segment.entered, by webhook too. */
  watchSegments(untilMs: number): Promise<Waits>
}

type Parts = { sender: Sender; receiver: Receiver }

export async function makeBystander({ caller }: Stage, { sender, receiver }: Parts): Promise<Bystander> {
  const { key } = sender
  const post = async (path: string, body: object) => {
    const reply = await caller.post(path, body, { key })
    if (reply.status >= 300) throw new Error(`POST ${path} answered ${reply.status}: ${reply.body}`)
  }
  await post('/webhooks', { url: receiver.bystanderUrl, events: ['ping', 'segment.entered'] })
  await post('/segments', {
    name: 'Bystanders',
    filters: { operator: 'AND', conditions: [{ field: 'data.isHere', operator: 'equals', value: true }] },
    trackMembership: true,
  })
  let serial = 0
  const watchArrivals = async (untilMs: number, act: (n: number) => Promise<string>): Promise<Waits> => {
    const waits: Waits = { ms: [], bad: 0 }
    while (performance.now() < untilMs) {
      const began = performance.now()
      const expected = await act((serial += 1))
      const came = () => receiver.arrivals.get(expected)
      const at = await until(came, { what: expected, limitMs: LONGEST_WAIT_MS, everyMs: 5 }).catch(() => {
        waits.bad += 1
        return performance.now()
      })
      waits.ms.push(at - began)
      await sleep(PROBE_EVERY_MS)
    }
    return waits
  }
  return {
    watchEvents: (untilMs) =>
      watchArrivals(untilMs, async (n) => {
        await post('/v1/track', { email: 'ping@bystander.test', event: 'ping', data: { n } })
        return `ping ${n}`
      }),
    watchSegments: (untilMs) =>
      watchArrivals(untilMs, async (n) => {
        const email = `person-${n}@bystander.test`
        await post('/contacts', { email, data: { isHere: true } })
        return `segment.entered ${email}`
      }),
  }
}
