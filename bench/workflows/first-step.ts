// The time from a call of POST /v1/track until the email of the first step of its workflow has arrived, while nothing else
// happens. By a node that also runs the workflows, as a small installation does.
import { setTimeout as sleep } from 'node:timers/promises'
import { openApi } from '../harness/api.ts'
import { startNodeProcess } from '../harness/node-process.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { quantile, tidyUp, timed } from '../harness/timing.ts'
import { DOMAIN } from '../send/queue.ts'
import { startReceiver } from '../send/receiver.ts'

const EVENTS = 200
const WARM_UP_EVENTS = 10

// Calls come at any moment between two polls, which are 250 ms apart.
const pauseBefore = (n: number): number => (n * 37) % 250

const SIGNED_UP = 'bench.signed-up'

const EMAIL = {
  subject: 'Welcome',
  body: '<p>Welcome</p><p><a href="{{ unsubscribeUrl }}">Unsubscribe</a></p>',
  from: `hello@${DOMAIN}`,
}
const STEPS = [{ id: 'email', type: 'SEND_EMAIL', config: EMAIL }]

export async function benchFirstStep(stage: Stage, add: (result: Result) => void): Promise<void> {
  const receiver = await startReceiver()
  const MAIL_TRANSPORT = `smtp://127.0.0.1:${receiver.port}?sign=false`
  const node = await startNodeProcess({ ...stage.settings, MAIL_TRANSPORT })
  const key = stage.settings['BOOTSTRAP_SECRET_KEY'] ?? ''
  const api = openApi({ address: node.address, key, connections: 1 })
  try {
    await api.post('/workflows', { name: 'Welcome', enabled: true, eventName: SIGNED_UP, steps: STEPS })
    const times: number[] = []
    tidyUp()
    for (let n = 0; n < WARM_UP_EVENTS + stage.sized(EVENTS); n += 1) {
      await sleep(pauseBefore(n))
      const ms = await timed(async () => {
        await api.post('/v1/track', { email: `first-step-${n}@example.com`, event: SIGNED_UP })
        await receiver.waitFor(n + 1)
      })
      if (n >= WARM_UP_EVENTS) times.push(ms)
    }
    add({
      what: 'from POST /v1/track to the email of the first step of a workflow, at rest, p50',
      detail: `p99 ${quantile(times, 0.99).toFixed(0)} ms`,
      value: quantile(times, 0.5),
      unit: 'ms',
    })
  } finally {
    api.close()
    await node.stop()
    receiver.close()
  }
}
