import { inspectAddress } from './address-inspection.ts'
import { createDomainInspector } from './domain-findings.ts'
import type { DomainLookup } from './domain-findings.ts'
import { invalidSyntaxVerification, domainVerification } from './verdict.ts'
import type { Verification } from './verify.schema.ts'

export type VerifyAddress = (email: string) => Promise<Verification>

/** Create it once per process, because it caches DNS answers. */
export function createVerifyAddress(deps: DomainLookup): VerifyAddress {
  const inspectDomain = createDomainInspector(deps)
  return async (email) => {
    const address = inspectAddress(email)
    if (!address.hasValidSyntax) return invalidSyntaxVerification(address)
    return domainVerification(address, await inspectDomain(address.domain))
  }
}
