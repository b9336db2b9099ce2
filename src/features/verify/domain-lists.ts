// Looks a domain up in the lists, which ship with the package. They are loaded when the first address is verified, because the
// 9,000 disposable domains take about 5 ms.
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import common from 'email-providers/common.json' with { type: 'json' }
import { ALIAS_DOMAINS } from './alias-domains.ts'
import { providerDomains } from './domain-typo.ts'
import { MORE_PERSONAL_DOMAINS, NOT_PERSONAL, PERSONAL_WITH_SUBDOMAINS } from './personal-domains.ts'

type Lists = { disposable: ReadonlySet<string>; personal: ReadonlySet<string> }

let lists: Lists | undefined

function loaded(): Lists {
  lists ??= load()
  return lists
}

function load(): Lists {
  const disposable = disposableEmailBlocklistSet()
  const personal = new Set(common.filter((domain) => !disposable.has(domain)))
  for (const domain of NOT_PERSONAL) personal.delete(domain)
  for (const domain of [...providerDomains(), ...MORE_PERSONAL_DOMAINS]) personal.add(domain)
  return { disposable, personal }
}

export function isDisposableDomain(domain: string): boolean {
  return isListed(loaded().disposable, domain)
}

export function isPersonalDomain(domain: string): boolean {
  return loaded().personal.has(domain) || isListed(PERSONAL_WITH_SUBDOMAINS, domain)
}

export function isAliasDomain(domain: string): boolean {
  return isListed(ALIAS_DOMAINS, domain)
}

/** The domain itself or a parent, because these services also assign subdomains. */
function isListed(list: ReadonlySet<string>, domain: string): boolean {
  let rest = domain
  for (;;) {
    if (list.has(rest)) return true
    const dot = rest.indexOf('.')
    if (dot === -1) return false
    rest = rest.slice(dot + 1)
  }
}
