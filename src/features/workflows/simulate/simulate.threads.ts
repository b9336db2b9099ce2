import { defineThreadTask } from '../../../platform/threads/thread-task.ts'
import type { SimulationInput, SimulationOutput } from './simulate.ts'

// A thousand steps of the usual kind take 10 ms. This is for conditions on many events, step after step, on a machine that
// may be busy otherwise; the first simulation in a thread also loads what it needs.
const SIMULATE_LIMIT_MS = 3_000

export const simulateTask = defineThreadTask<SimulationInput, SimulationOutput>({
  name: 'workflows.simulate',
  limitMs: SIMULATE_LIMIT_MS,
})
