// A year of a workflow of twenty steps on the virtual clock, as the editor runs it: by the API, one call after
// the other, each with its emails rendered.
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { quantile, tidyUp, timed } from '../harness/timing.ts'

const CALLS = 50
const WARM_UP_CALLS = 5
const TARGET_MS = 100

const QUARTERS = 4
const PRO = { operator: 'AND', conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }

/** Five steps per quarter, which take its ninety days. */
const STEPS = Array.from({ length: QUARTERS }, (_, quarter) => {
  const id = (name: string) => `${name}-${quarter}`
  const next = quarter + 1 < QUARTERS ? `email-${quarter + 1}` : null
  return [
    {
      id: id('email'),
      type: 'SEND_EMAIL',
      config: {
        subject: `Quarter ${quarter} for {{ firstName }}`,
        body: '<h1>Hello {{ firstName }}</h1>{% for item in items %}<p>{{ item }}</p>{% endfor %}',
        from: 'hello@mill.test',
      },
      next: id('pause'),
    },
    { id: id('pause'), type: 'DELAY', config: { amount: 45, unit: 'days' }, next: id('wait') },
    {
      id: id('wait'),
      type: 'WAIT_FOR_EVENT',
      config: { event: 'bench.paid', timeout: { amount: 45, unit: 'days' } },
      next: { event: id('pro'), timeout: id('pro') },
    },
    { id: id('pro'), type: 'CONDITION', config: { filters: PRO }, next: { yes: id('mark'), no: id('mark') } },
    { id: id('mark'), type: 'UPDATE_CONTACT', config: { data: { quarter } }, next },
  ]
}).flat()

const BODY = {
  eventName: 'bench.signed-up',
  name: 'A year',
  steps: STEPS,
  contact: { email: 'ada@example.com', data: { firstName: 'Ada', plan: 'pro', items: ['a', 'b', 'c'] } },
  events: [
    { at: '2030-01-01T08:00:00Z', event: 'bench.signed-up', data: { source: 'web' } },
    { at: '2030-08-20T08:00:00Z', event: 'bench.paid', data: { total: 10 } },
  ],
  until: '2031-01-01T08:00:00Z',
}

export async function benchSimulation(stage: Stage, add: (result: Result) => void): Promise<void> {
  const api = stage.openApi({ connections: 1 })
  let steps = 0
  const simulate = async () => {
    const answer = await api.post<{ status: string; path: unknown[] }>('/workflows/simulate', BODY)
    if (answer.status !== 'COMPLETED') throw new Error(`the simulation ended ${answer.status}`)
    steps = answer.path.length
  }
  for (let n = 0; n < WARM_UP_CALLS; n += 1) await simulate()
  tidyUp()
  const times: number[] = []
  for (let n = 0; n < stage.sized(CALLS); n += 1) times.push(await timed(simulate))
  add({
    what: `a year of a workflow of ${STEPS.length} steps, simulated, p95`,
    detail: `p50 ${quantile(times, 0.5).toFixed(1)} ms, ${steps} steps and ${QUARTERS} emails`,
    value: quantile(times, 0.95),
    unit: 'ms',
    target: { atMost: TARGET_MS },
  })
}
