// What an email shows in the place of an address once its contact has been deleted: a keyed hash. Nobody can read the
// address from it, and yet a report that names the address can be recognised, so that it is still suppressed.
import type { ProjectId } from '../../../platform/ids.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'

// No address begins like this: the part before the @ is missing, and so is the @.
export const ERASED_PREFIX = 'erased:'

// 128 bits: no two addresses of a project share one.
const HASH_BYTES = 16

type Addressed = { projectId: ProjectId; address: string }

export const isErasedAddress = (address: string): boolean => address.startsWith(ERASED_PREFIX)

export function eraseAddress(secrets: Secrets, { projectId, address }: Addressed): string {
  if (isErasedAddress(address)) return address
  const hash = secrets.sign('address of a deleted contact', [projectId, address], HASH_BYTES)
  return `${ERASED_PREFIX}${hash.toString('hex')}`
}

/** Which of these addresses the erased one was; undefined if it was none of them. */
export function matchErasedAddress(
  secrets: Secrets,
  { projectId, address: erased }: Addressed,
  candidates: readonly string[],
): string | undefined {
  return candidates.find((address) => eraseAddress(secrets, { projectId, address }) === erased)
}
