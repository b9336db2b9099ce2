import type { Trx } from '../../../platform/db/client.ts'
import type { ContactId, EmailId, ProjectId } from '../../../platform/ids.ts'
import type { NewSuppression } from '../../suppressions/index.ts'
import { listSoftBouncers, lockSoftBounces } from './soft-bounces.queries.ts'

// A mailbox that is full for one newsletter may be empty for the next; after three it seems abandoned.
const IN_A_ROW = 3

// By then an owner who was away is back. An abandoned mailbox costs one email per month.
const PAUSE_MS = 30 * 24 * 3_600_000

export type RefusedRecipient = {
  projectId: ProjectId
  contactId: ContactId | null
  emailId: EmailId
  address: string
  at: Date
}

/** After emails were given up for soft reasons: suppressions for 30 days of the recipients with three in a row. */
export async function listSoftBounceSuppressions(
  trx: Trx,
  refusals: readonly RefusedRecipient[],
  { source }: { source: string },
): Promise<NewSuppression[]> {
  const known = refusals.flatMap((one) =>
    one.contactId === null ? [] : [{ ...one, contactId: one.contactId }],
  )
  if (known.length === 0) return []
  await lockSoftBounces(trx, known)
  const bouncers = await listSoftBouncers(trx, { contacts: known, inARow: IN_A_ROW })
  const found = new Set(bouncers.map(({ projectId, contactId }) => `${projectId} ${contactId}`))
  const paused = known.filter(({ projectId, contactId }) => found.has(`${projectId} ${contactId}`))
  return paused.map(({ projectId, address, at }) => ({
    projectId,
    email: address,
    reason: 'soft_bounces' as const,
    source,
    expiresAt: new Date(at.getTime() + PAUSE_MS),
  }))
}
