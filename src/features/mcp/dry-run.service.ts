// A dry run does what sending does, in a transaction that is rolled back: so it refuses what sending would refuse, and says of
// each recipient what sending would say.
import { retryDeadlocks } from '../../platform/db/failures/deadlock-retry.ts'
import { RequestTransaction } from '../../platform/db/transactions/request-transaction.ts'
import type { TransactionDeps } from '../../platform/db/transactions/request-transaction.ts'
import type { SendingCall, SendingEffect, SendingOutcome } from '../approvals/index.ts'

/** @throws AppError what sending would throw */
export async function dryRun(
  parts: TransactionDeps,
  { effect, call }: { effect: SendingEffect; call: SendingCall },
): Promise<SendingOutcome> {
  const transaction = new RequestTransaction(parts, call.projectId, { isLate: true })
  const late = {
    db: parts.db,
    begin: () => transaction.begin(),
    rollback: () => transaction.rollback(),
  }
  try {
    return await retryDeadlocks(() => effect(late, call), { undo: () => transaction.undo() })
  } finally {
    await transaction.end()
  }
}
