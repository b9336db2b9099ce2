import { defineThreadTask } from '../../threads/thread-task.ts'
import type { ReportInput, ReportReading } from './read-domain-report.ts'

/** The limits of one report; the worst file of the tests takes half of each. */
const LIMIT_MS = 2_000
const MEMORY_MB = 64

export const readReportTask = defineThreadTask<ReportInput, ReportReading>({
  name: 'domain-reports.read',
  limitMs: LIMIT_MS,
  memoryMb: MEMORY_MB,
})
