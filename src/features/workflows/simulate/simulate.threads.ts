import { defineThreadTask } from '../../../platform/threads/thread-task.ts'
import type { SimulationInput, SimulationOutput } from './simulate.ts'

// A fraction of a second; on a machine under load many times that. It says nothing about the workflow, so it is a task of its
// own: the thread that did it is the one that is asked next.
const LOAD_LIMIT_MS = 30_000

export const loadSimulatorTask = defineThreadTask<null, null>({
  name: 'workflows.load-simulator',
  limitMs: LOAD_LIMIT_MS,
})

// A thousand steps of the usual kind take 10 ms. This is for conditions on many events, step after step, on a machine that
// may be busy otherwise.
const SIMULATE_LIMIT_MS = 3_000

export const simulateTask = defineThreadTask<SimulationInput, SimulationOutput>({
  name: 'workflows.simulate',
  limitMs: SIMULATE_LIMIT_MS,
})
