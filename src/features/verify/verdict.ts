// Builds the answer from the inspection and the DNS findings: flags, verdict, and a sentence for each. Pure.
// docs/verification.md explains every field to users and has to change with it.
import { displayDomain } from '../../platform/addresses/domain-name.ts'
import type { InvalidAddress, ParsedAddress } from './address-inspection.ts'
import type { DnsFindings } from './domain-findings.ts'
import type { Verification } from './verify.schema.ts'

/** With invalid syntax nothing else was checked, so all flags are false. */
export function invalidSyntaxVerification({ email, problem, suggestion }: InvalidAddress): Verification {
  const hint = suggestion === null ? [] : [`The address is probably meant to be ${suggestion}.`]
  return {
    email,
    valid: false,
    isDisposable: false,
    isAlias: false,
    isTypo: suggestion !== null,
    isPlusAddressed: false,
    isPersonalEmail: false,
    domainExists: false,
    hasWebsite: false,
    hasMxRecords: false,
    reasons: ['This is not a valid address.', problem, ...hint],
    suggestion,
  }
}

export function domainVerification(address: ParsedAddress, findings: DnsFindings): Verification {
  const reception = receptionOf(findings)
  const correction = correctionOf(address, findings)
  const exists = reception !== 'no-domain'
  return {
    email: address.email,
    valid: correction === null && (reception === 'mx' || reception === 'host' || reception === 'unanswered'),
    isDisposable: address.isDisposable,
    isAlias: address.isAlias,
    isTypo: correction !== null,
    isPlusAddressed: address.isPlusAddressed,
    isPersonalEmail: address.isPersonal,
    domainExists: exists,
    hasWebsite: findings.host === 'found' || findings.www === 'found',
    hasMxRecords: findings.mx === 'found',
    reasons: [
      ...listReasons(address),
      ...(correction === null ? [] : [typoReason(address, correction)]),
      RECEPTION_REASONS[reception](displayDomain(address.domain)),
      ...websiteReasons(address, { findings, exists }),
    ],
    suggestion: correction === null ? null : `${address.local}@${correction}`,
  }
}

/** How email reaches the domain. Every doubt ends in `unanswered`: a missing DNS answer does not mean that it does not exist. */
type Reception = 'mx' | 'host' | 'refused' | 'no-host' | 'no-domain' | 'unanswered'

function receptionOf({ zone, mx, host }: DnsFindings): Reception {
  if (mx === 'found') return 'mx'
  if (mx === 'refused') return 'refused'
  const seen = [zone, mx, host]
  const isKnown = seen.includes('found') || seen.includes('none')
  // RFC 8020 section 2: "no such name" holds for every record type, so one such answer is enough.
  if (!isKnown && seen.includes('unknown-name')) return 'no-domain'
  if (mx === 'unanswered') return 'unanswered'
  if (host === 'found') return 'host'
  return host === 'unanswered' ? 'unanswered' : 'no-host'
}

/** The suggested domain; DNS decides the doubtful cases. */
function correctionOf({ typo }: ParsedAddress, { mx }: DnsFindings): string | null {
  if (typo === undefined) return null
  return typo.isCertain || (mx !== 'found' && mx !== 'unanswered') ? typo.domain : null
}

const RECEPTION_REASONS: Record<Reception, (domain: string) => string> = {
  mx: (domain) => `The domain ${domain} has mail servers.`,
  host: (domain) => `The domain ${domain} has no MX record, so email goes to the host of that name.`,
  refused: (domain) => `The domain ${domain} declares that it accepts no email.`,
  'no-host': (domain) =>
    `The domain ${domain} cannot receive email: it has neither an MX nor an address record.`,
  'no-domain': (domain) => `The domain ${domain} does not exist.`,
  unanswered: (domain) =>
    `Whether ${domain} can receive email could not be checked, because its DNS did not answer.`,
}

function listReasons({ domain, ...flags }: ParsedAddress): string[] {
  const name = displayDomain(domain)
  return [
    flags.isDisposable ? `The domain ${name} is known for disposable addresses.` : '',
    flags.isPersonal ? `The domain ${name} belongs to a provider of personal mailboxes.` : '',
    flags.isAlias ? `The domain ${name} forwards to another mailbox, so the address is an alias.` : '',
    flags.isPlusAddressed ? 'The part after the plus sign is a label that its owner added.' : '',
  ].filter((reason) => reason !== '')
}

const typoReason = ({ domain }: ParsedAddress, meant: string) =>
  `The domain ${displayDomain(domain)} looks like a misspelling of ${meant}.`

function websiteReasons(
  { domain }: ParsedAddress,
  { findings, exists }: { findings: DnsFindings; exists: boolean },
): string[] {
  const { host, www } = findings
  const isOpen =
    exists && host !== 'found' && www !== 'found' && (host === 'unanswered' || www === 'unanswered')
  if (!isOpen) return []
  return [
    `Whether ${displayDomain(domain)} has a website could not be checked, because its DNS did not answer.`,
  ]
}
