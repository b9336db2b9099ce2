import { inspectAddress } from './address-inspection.ts'
import { createFindDomain } from './domain-findings.ts'
import type { DomainLookup } from './domain-findings.ts'
import { brokenVerification, soundVerification } from './verdict.ts'
import type { Verification } from './verify.schema.ts'

export type VerifyAddress = (email: string) => Promise<Verification>

/** One for a process: what DNS has answered is remembered in it. */
export function createVerifyAddress(deps: DomainLookup): VerifyAddress {
  const findDomain = createFindDomain(deps)
  return async (email) => {
    const address = inspectAddress(email)
    if (!address.isSound) return brokenVerification(address)
    return soundVerification(address, await findDomain(address.domain))
  }
}
