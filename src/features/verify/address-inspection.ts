// Inspects an address without DNS: its syntax, the domain lists, and typos of its domain.
import { displayDomain, trimBlanks } from '../../platform/addresses/domain-name.ts'
import { parseEmailAddress } from '../../platform/addresses/email-address.ts'
import { isAliasDomain, isDisposableDomain, isPersonalDomain } from './domain-lists.ts'
import { findTypo, providerDomains, repairDomain } from './domain-typo.ts'
import type { Typo } from './domain-typo.ts'

export type Inspection = InvalidAddress | ParsedAddress

/** Has the form local@domain, but is not a valid address: nothing else is checked. */
export type InvalidAddress = {
  hasValidSyntax: false
  email: string
  problem: string
  suggestion: string | null
}

export type ParsedAddress = {
  hasValidSyntax: true
  email: string
  local: string
  domain: string
  isDisposable: boolean
  isPersonal: boolean
  isAlias: boolean
  isPlusAddressed: boolean
  typo: Typo | undefined
}

export function inspectAddress(text: string): Inspection {
  const parsed = parseEmailAddress(text)
  if (!parsed.ok) return inspectInvalid(trimBlanks(text), parsed.problem.message)
  const { address: email, local, domain } = parsed
  const isDisposable = isDisposableDomain(domain)
  const isPersonal = isPersonalDomain(domain)
  const isAlias = isAliasDomain(domain)
  return {
    hasValidSyntax: true,
    email,
    local,
    domain,
    isDisposable,
    isPersonal,
    isAlias,
    isPlusAddressed: isPlusAddressed(local),
    typo: isPersonal || isAlias ? undefined : typoOf(domain, isDisposable),
  }
}

/** RFC 5233 section 1: user, plus sign, detail. A leading plus has no user. */
function isPlusAddressed(local: string): boolean {
  return local.indexOf('+') > 0
}

function typoOf(domain: string, isDisposable: boolean): Typo | undefined {
  const typo = domain.includes('xn--') ? findAccented(domain) : findTypo(domain)
  // Disposable services are real even if their names resemble a provider's; only a certain typo still counts.
  return isDisposable && typo?.isCertain !== true ? undefined : typo
}

/** `gmaıl.com` and `hotmaïl.com`: the i of a Turkish keyboard, or an accent typed by mistake. */
function findAccented(domain: string): Typo | undefined {
  const plain = displayDomain(domain)
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replaceAll('ı', 'i')
  return providerDomains().has(plain) ? { domain: plain, isCertain: true } : undefined
}

/** The form local@domain is given. The repaired address is parsed again, so that only a valid address is suggested. */
function inspectInvalid(email: string, problem: string): InvalidAddress {
  const at = email.lastIndexOf('@')
  const domain = repairDomain(email.slice(at + 1))
  const repaired = domain === undefined ? undefined : parseEmailAddress(`${email.slice(0, at)}@${domain}`)
  const suggestion = repaired?.ok === true ? repaired.address : null
  return { hasValidSyntax: false, email, problem, suggestion }
}
