import type { Db, Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { deleteSuppression, upsertSuppressions } from './suppressions.queries.ts'
import type {
  NewSuppression,
  SuppressionReason,
  SuppressionRef,
  SuppressionResult,
} from './suppressions.queries.ts'
import { isTestRecipient } from './suppressions.values.ts'

/**
 * Suppresses the addresses, in the transaction that found the reason. Skips test recipients; an address that is already
 * suppressed keeps the strongest reason and the latest end.
 */
export async function suppress(
  trx: Db | Trx,
  suppressions: readonly NewSuppression[],
  now: Date,
): Promise<void> {
  const real = suppressions.filter(({ email }) => !isTestRecipient(email))
  if (real.length > 0) await upsertSuppressions(trx, { suppressions: real, now })
}

/** For a request of the API. An address that is already suppressed changes only if the new reason is stronger. */
export async function addSuppression(
  db: Db | Trx,
  { now, ...input }: { projectId: ProjectId; email: string; reason: SuppressionReason; now: Date },
): Promise<SuppressionResult> {
  const [result] = await upsertSuppressions(db, { suppressions: [{ ...input, source: 'api' }], now })
  if (!result) throw new Error('an upsert returned no row')
  return result
}

export async function removeSuppression(db: Db | Trx, ref: SuppressionRef): Promise<void> {
  if (!(await deleteSuppression(db, ref))) throw suppressionNotFound()
}

export const suppressionNotFound = (): AppError =>
  new AppError('RESOURCE_NOT_FOUND', {
    message: 'There is no such suppression.',
    suggestion: 'Look the address up with GET /suppressions?search=<address>.',
  })
