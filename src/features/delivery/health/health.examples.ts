import type { z } from 'zod'
import type { ProjectHealth } from './health.schema.ts'

const health: z.output<typeof ProjectHealth> = {
  state: 'GOOD',
  reason: null,
  bounceRate24h: 0.004,
  bounceRate7d: 0.006,
  complaintRate24h: 0,
  complaintRate7d: 0.0002,
  emails24h: 1840,
  emails7d: 12_960,
  changedAt: null,
  advice: 'Nothing to do.',
}

export const healthExamples = { ProjectHealth: health }
