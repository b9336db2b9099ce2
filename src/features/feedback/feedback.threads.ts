import type { Feedback } from '../../platform/email/feedback/feedback.ts'
import { defineThreadTask } from '../../platform/threads/thread-task.ts'
import { BOUNCE_LIMITS } from './bounce-limits.ts'

/** The parsed report, and the CPU time of parsing it. */
export type ReadReport = { feedback: Feedback; workMs: number }

export const readReportTask = defineThreadTask<Uint8Array, ReadReport>({
  name: 'feedback.read',
  limitMs: BOUNCE_LIMITS.readMs,
})
