// Finds out who signed the email of a report: a domain that fits its From, with the key that is in DNS now.
import type { Clock } from '../../../platform/clock.ts'
import type { Dns } from '../../../platform/dns/dns.ts'
import { isWithin } from '../../../platform/email/domain-reports/domain-report.ts'
import { isSignatureValid, keyName } from '../../../platform/email/dkim-verify.ts'
import type { SignatureClaim } from '../../../platform/email/dkim-verify.ts'

type SignatureDeps = { dns: Dns; clock: Clock }
type ReportEmailFacts = { fromDomain: string | null; signatures: readonly SignatureClaim[] }

/** `unanswered`: DNS has to be asked again. */
export type Signer = { status: 'signed'; domain: string } | { status: 'unsigned' } | { status: 'unanswered' }

export async function findSigner(
  { dns, clock }: SignatureDeps,
  { fromDomain, signatures }: ReportEmailFacts,
): Promise<Signer> {
  let isAnswered = true
  for (const claim of signatures) {
    // The organization is the same if one name is below the other (RFC 7489 section 3.1, relaxed).
    if (fromDomain === null || !(isWithin(fromDomain, claim.domain) || isWithin(claim.domain, fromDomain))) {
      continue
    }
    const answer = await dns.txt(keyName(claim))
    if (answer.status === 'unanswered') isAnswered = false
    if (answer.status === 'found' && isSignatureValid(claim, answer.records, { now: clock.now() })) {
      return { status: 'signed', domain: claim.domain }
    }
  }
  return { status: isAnswered ? 'unsigned' : 'unanswered' }
}
