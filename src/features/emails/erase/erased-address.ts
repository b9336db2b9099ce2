// The keyed hash that replaces the address of an email once its contact has been deleted. The address cannot be read
// from it, but a report that names the address still matches, so that the address is suppressed.
import type { ProjectId } from '../../../platform/ids.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'

// No valid address begins like this.
export const ERASED_PREFIX = 'erased:'

// 128 bits, so that no two addresses of a project collide.
const HASH_BYTES = 16

type AddressRef = { projectId: ProjectId; address: string }

export const isErasedAddress = (address: string): boolean => address.startsWith(ERASED_PREFIX)

export function eraseAddress(secrets: Secrets, { projectId, address }: AddressRef): string {
  if (isErasedAddress(address)) return address
  const hash = secrets.of(projectId).sign('address of a deleted contact', [projectId, address], HASH_BYTES)
  return `${ERASED_PREFIX}${hash.toString('hex')}`
}

/** The candidate that the erased address stands for, if any. */
export function matchErasedAddress(
  secrets: Secrets,
  { projectId, address: erased }: AddressRef,
  candidates: readonly string[],
): string | undefined {
  return candidates.find((address) => eraseAddress(secrets, { projectId, address }) === erased)
}
