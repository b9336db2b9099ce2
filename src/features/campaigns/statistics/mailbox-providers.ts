// The mailbox providers of recipients, by domain: large providers have dozens of domains. Pure.
import { mailboxProviderOf } from '../../../platform/email/mailbox-providers.ts'

/** The names of those that have a line of their own. */
const NAMES: Readonly<Partial<Record<string, string>>> = {
  google: 'Gmail',
  microsoft: 'Microsoft',
  yahoo: 'Yahoo and AOL',
  apple: 'Apple',
  gmx: 'GMX and WEB.DE',
  proton: 'Proton',
  yandex: 'Yandex',
  tencent: 'QQ and NetEase',
  netease: 'QQ and NetEase',
}

/** The provider, or the domain itself if it belongs to no large provider. */
export const providerOf = (domain: string): string => NAMES[mailboxProviderOf(domain) ?? ''] ?? domain

export type DomainCounts = { emails: number; delivered: number; bounced: number; complained: number }
export type ProviderCounts = DomainCounts & { name: string | null }

// More do not fit on a screen.
const MOST_PROVIDERS = 8

const NONE: DomainCounts = { emails: 0, delivered: 0, bounced: 0, complained: 0 }

const combine = (a: DomainCounts, b: DomainCounts, sign: 1 | -1): DomainCounts => ({
  emails: a.emails + sign * b.emails,
  delivered: a.delivered + sign * b.delivered,
  bounced: a.bounced + sign * b.bounced,
  complained: a.complained + sign * b.complained,
})

/** The largest first, then the sum of all others without a name. */
export function countProviders(
  domains: readonly (DomainCounts & { domain: string })[],
  total: DomainCounts,
): ProviderCounts[] {
  const byName = new Map<string, DomainCounts>()
  // An address that was erased has no domain.
  for (const { domain, ...counts } of domains.filter(({ domain: name }) => name !== '')) {
    const name = providerOf(domain)
    byName.set(name, combine(byName.get(name) ?? NONE, counts, 1))
  }
  const largest = [...byName]
    .map(([name, counts]) => ({ name, ...counts }))
    .toSorted((a, b) => b.emails - a.emails || a.name.localeCompare(b.name))
    .slice(0, MOST_PROVIDERS)
  const rest = largest.reduce((left, counts) => combine(left, counts, -1), combine(NONE, total, 1))
  return rest.emails > 0 ? [...largest, { name: null, ...rest }] : largest
}
