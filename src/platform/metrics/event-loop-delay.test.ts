import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { watchEventLoop } from './event-loop-delay.ts'
import { createMetrics } from './metrics.ts'

const BUSY_MS = 300
const LONG_SECONDS = 0.1

// Long enough for a look.
const LOOKED_MS = 60

const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS)

it('tells for how long the thread did nothing else, until it is read', async () => {
  const metrics = createMetrics()
  watchEventLoop(metrics)
  const longest = async () => {
    const found = /^lettermill_event_loop_delay_seconds\{quantile="1"\} (\S+)$/m.exec(await metrics.render())
    return Number(found?.[1])
  }
  // From one look to the next: the first one after a reading only begins.
  await eventually(async () => {
    await sleep(LOOKED_MS)
    block()
    await sleep(LOOKED_MS)
    expect(await longest()).toBeGreaterThan(LONG_SECONDS)
  })
  await eventually(async () => expect(await longest()).toBeLessThan(LONG_SECONDS))
})
