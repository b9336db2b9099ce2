import { createHash } from 'node:crypto'

/** Keeps the groups of a campaign or workflow apart from the control group of the project. */
export type SharePurpose = 'holdout' | 'control'

// Six bytes fit into a number without loss.
const BYTES = 6

/**
 * A number from 0 to 1 that depends only on the arguments, so that every node and every retry decides the same about a contact. It
 * equals the SQL function hash_share (migrations/0080).
 */
export function hashShare(purpose: SharePurpose, ids: { ownerId: string; contactId: string }): number {
  const bytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
  const hash = createHash('sha256').update(purpose).update(bytes(ids.ownerId)).update(bytes(ids.contactId))
  return hash.digest().readUIntBE(0, BYTES) / 2 ** (8 * BYTES)
}

/** Whether the contact is among the first `percent` per cent. A higher share keeps everybody who was in a lower one. */
export const isInShare = (share: number, percent: number): boolean => share * 100 < percent
