// The mailbox providers of recipients, by the domains of their addresses. Own delivery knows the provider from the mail servers
// of a domain, also of one that a company owns (destination-limits.ts); the names are the same.
import type { LimitedName } from './mx/destination-limits.values.ts'

type LargeProvider = Exclude<LimitedName, 'others'>

const DOMAINS: Readonly<Partial<Record<LargeProvider, string>>> = {
  google: 'gmail.com googlemail.com',
  microsoft: 'passport.com',
  yahoo: 'aim.com myyahoo.com att.net bellsouth.net sbcglobal.net verizon.net frontier.com netscape.net',
  apple: 'icloud.com me.com mac.com',
  comcast: 'comcast.net',
  gmx: 'web.de mail.com',
  telekom: 't-online.de magenta.de',
  orange: 'orange.fr wanadoo.fr',
  free: 'free.fr',
  mailru: 'mail.ru bk.ru inbox.ru list.ru internet.ru',
  yandex: 'ya.ru',
  tencent: 'qq.com foxmail.com',
  netease: '163.com 126.com yeah.net',
  proton: 'proton.me protonmail.com protonmail.ch pm.me',
  zoho: 'zoho.com zoho.eu zoho.in zohomail.com',
  fastmail: 'fastmail.com fastmail.fm',
}

/** Domains that exist with many endings, such as yahoo.co.uk. */
const BRANDS: Readonly<Partial<Record<LargeProvider, string>>> = {
  microsoft: 'outlook hotmail live msn windowslive',
  yahoo: 'yahoo ymail rocketmail aol',
  gmx: 'gmx',
  yandex: 'yandex',
}

const byName = (names: typeof DOMAINS): Map<string, LargeProvider> =>
  new Map(
    Object.entries(names).flatMap(([provider, list]) =>
      list.split(' ').map((name): [string, LargeProvider] => [name, provider as LargeProvider]),
    ),
  )
const byDomain = byName(DOMAINS)
const byBrand = byName(BRANDS)

/** The provider of the addresses of a domain; undefined if it is none of the large ones. */
export const mailboxProviderOf = (domain: string): LargeProvider | undefined =>
  byDomain.get(domain) ?? byBrand.get(domain.slice(0, Math.max(0, domain.indexOf('.'))))
