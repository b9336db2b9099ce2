import { defineThreadTask } from '../../../platform/threads/thread-task.ts'
import type { SimulationInput, SimulationOutput } from './simulate.ts'

// A fraction of a second; many times that on a machine under load. Loading does not depend on the workflow, so it is a
// separate task: the same thread gets the next one.
const LOAD_LIMIT_MS = 30_000

export const loadSimulatorTask = defineThreadTask<null, null>({
  name: 'workflows.load-simulator',
  limitMs: LOAD_LIMIT_MS,
})

// A thousand ordinary steps take 10 ms. The limit allows for conditions on many events at every step, on a busy machine.
const SIMULATE_LIMIT_MS = 3_000

export const simulateTask = defineThreadTask<SimulationInput, SimulationOutput>({
  name: 'workflows.simulate',
  limitMs: SIMULATE_LIMIT_MS,
})
