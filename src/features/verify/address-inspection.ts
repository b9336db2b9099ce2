// What can be said about an address without asking anyone: its form, the lists, and whether its domain is misspelled.
import { displayDomain, trimBlanks } from '../../platform/addresses/domain-name.ts'
import { parseEmailAddress } from '../../platform/addresses/email-address.ts'
import { isAliasDomain, isDisposableDomain, isPersonalDomain } from './domain-lists.ts'
import { findTypo, providerDomains, repairDomain } from './domain-typo.ts'
import type { Typo } from './domain-typo.ts'

export type Inspection = BrokenAddress | SoundAddress

/** Of the form local@domain, and yet nobody's: nothing else is looked at. */
export type BrokenAddress = { isSound: false; email: string; problem: string; suggestion: string | null }

export type SoundAddress = {
  isSound: true
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
  if (!parsed.ok) return inspectBroken(trimBlanks(text), parsed.problem.message)
  const { address: email, local, domain } = parsed
  const isDisposable = isDisposableDomain(domain)
  const isPersonal = isPersonalDomain(domain)
  const isAlias = isAliasDomain(domain)
  return {
    isSound: true,
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

/** RFC 5233 1: a user, a plus sign, and a detail that the user chose. A leading plus has no user. */
function isPlusAddressed(local: string): boolean {
  return local.indexOf('+') > 0
}

function typoOf(domain: string, isDisposable: boolean): Typo | undefined {
  const typo = domain.includes('xn--') ? findAccented(domain) : findTypo(domain)
  // The services of that list are real, however near their names; only a slip in a giant's name is still a slip.
  return isDisposable && typo?.isCertain !== true ? undefined : typo
}

/** `gmaıl.com` and `hotmaïl.com`: a keyboard's own i, or an accent that came along. */
function findAccented(domain: string): Typo | undefined {
  const plain = displayDomain(domain)
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replaceAll('ı', 'i')
  return providerDomains().has(plain) ? { domain: plain, isCertain: true } : undefined
}

/**
 * The form is clear, so there is one `@` that divides it. The text with another domain goes through the parser again:
 * what is suggested is an address that would be accepted.
 */
function inspectBroken(email: string, problem: string): BrokenAddress {
  const at = email.lastIndexOf('@')
  const domain = repairDomain(email.slice(at + 1))
  const repaired = domain === undefined ? undefined : parseEmailAddress(`${email.slice(0, at)}@${domain}`)
  const suggestion = repaired?.ok === true ? repaired.address : null
  return { isSound: false, email, problem, suggestion }
}
