import type { Feedback } from '../../platform/email/feedback/feedback.ts'
import { defineThreadTask } from '../../platform/threads/thread-task.ts'
import { BOUNCE_LIMITS } from './bounce-limits.ts'

/** What a report says, and how long it took to find out, in milliseconds of a core. */
export type ReadReport = { feedback: Feedback; workMs: number }

export const readReportTask = defineThreadTask<Uint8Array, ReadReport>({
  name: 'feedback.read',
  limitMs: BOUNCE_LIMITS.readMs,
})
