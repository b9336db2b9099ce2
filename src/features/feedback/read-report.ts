import { readFeedback } from '../../platform/email/feedback/read-feedback.ts'
import type { ReadReport } from './feedback.threads.ts'

/** Runs in a thread, because the content of a report decides how long it takes. */
export async function readReport(raw: Uint8Array): Promise<ReadReport> {
  const before = process.threadCpuUsage()
  const feedback = await readFeedback(raw)
  const { user, system } = process.threadCpuUsage(before)
  return { feedback, workMs: (user + system) / 1000 }
}
