// Uploads a batch as a CSV file and waits for its job. A repeated request carries the same idempotency key (core of the SDK), so a batch
// is taken once.
import type { Call } from '../../../command.ts'
import { NOT_SENT } from '../../../command.ts'
import { CommandFailure, EXIT } from '../../../failure.ts'
import type { ReceiptBuilder } from '../receipt.ts'
import type { RecordKind } from '../records.ts'
import { followJob } from '../../follow-job.ts'
import type { Job } from '../../follow-job.ts'

// The number of the first row behind the header.
const FIRST_ROW = 2

type Upload = {
  path: string
  csv: string
  kind: RecordKind
  emails: readonly string[]
  receipt: ReceiptBuilder
}

export type UploadResult = { job: Job; /** Indexes of the rows that were refused. */ refused: Set<number> }

export async function uploadBatch(
  call: Pick<Call, 'api' | 'signal'>,
  { path, csv, kind, emails, receipt }: Upload,
): Promise<UploadResult> {
  const body = new Blob([csv], { type: 'text/csv' })
  const started = await call.api.change<{ jobId: string }>({ method: 'POST', path, body })
  if (started === NOT_SENT) throw new Error('a dry run uploads nothing')
  const job = await followJob(call, { id: started.jobId })
  if (job.status === 'FAILED') {
    const why = job.errors.at(-1)?.message ?? 'it does not say why'
    throw new CommandFailure(`The server could not import a batch of ${kind}: ${why}`, {
      exitStatus: EXIT.failure,
    })
  }
  const refused = new Set(job.errors.map(({ row }) => row - FIRST_ROW))
  for (const { row, field, message } of job.errors) {
    receipt.leftOut(kind, {
      reason: field ? reasonOf(field, message) : message,
      example: emails[row - FIRST_ROW],
    })
  }
  // A job lists its first 1,000 problems.
  const unlisted = job.progress.failed - job.errors.length
  if (unlisted > 0) {
    receipt.leftOut(kind, { reason: 'refused, as one of more than 1,000 rows of a batch', count: unlisted })
  }
  return { job, refused }
}

/** Messages are the rest of a sentence, such as "must not be empty", or a sentence of their own. */
const reasonOf = (field: string, message: string): string =>
  `${field}${/^[A-Z]/.test(message) ? ':' : ''} ${message}`
