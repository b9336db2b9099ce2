// Collects suppressed addresses and uploads them in batches.
import { parseEmailAddress } from '../../../../platform/addresses/email-address.ts'
import { csvLine } from '../../../../platform/csv/csv-write.ts'
import type { Call } from '../../../command.ts'
import type { ReceiptBuilder } from '../receipt.ts'
import type { SuppressionRecord } from '../records.ts'
import { uploadBatch } from './upload-batch.ts'

const BATCH_ROWS = 5_000

type SuppressionBatchesOptions = { call: Call; receipt: ReceiptBuilder; isDryRun: boolean }

export type SuppressionBatches = {
  add(suppression: SuppressionRecord): Promise<void>
  end(): Promise<void>
}

export function createSuppressionBatches({
  call,
  receipt,
  isDryRun,
}: SuppressionBatchesOptions): SuppressionBatches {
  let batch: SuppressionRecord[] = []
  const flush = async () => {
    const full = batch
    batch = []
    if (full.length === 0) return
    const { job } = await uploadBatch(call, {
      path: '/suppressions/import',
      csv: csvLine(['email', 'reason']) + full.map(({ email, reason }) => csvLine([email, reason])).join(''),
      kind: 'suppressions',
      emails: full.map(({ email }) => email),
      receipt,
    })
    // The server does not say which of them it had before.
    receipt.taken('suppressions', { unknown: job.progress.done })
  }
  return {
    async add(suppression) {
      receipt.read('suppressions')
      if (isDryRun) return check(receipt, suppression)
      batch.push(suppression)
      if (batch.length >= BATCH_ROWS) await flush()
    },
    end: flush,
  }
}

function check(receipt: ReceiptBuilder, { email }: SuppressionRecord): void {
  const parsed = parseEmailAddress(email)
  if (parsed.ok) return receipt.taken('suppressions', { unknown: 1 })
  receipt.leftOut('suppressions', { reason: `email ${parsed.problem.message}`, example: email })
}
