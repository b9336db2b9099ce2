// Domains whose addresses forward to another mailbox and can be switched off by their owner. Subdomains count like their
// parent, because several services give each user one.
//
// Compiled in 2026, by service: domains from its own documentation or source, or seen as its aliases in several public
// repositories.
//
// A list cannot recognize iCloud's Hide My Email and Fastmail's Masked Email, which use icloud.com and fastmail.com like
// ordinary mailboxes, nor a forwarding service on the user's own domain.

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const BY_SERVICE: Readonly<Record<string, readonly string[]>> = {
  // simplelogin.io: also a subdomain a user
  SimpleLogin:
    words(`simplelogin.com simplelogin.co simplelogin.fr slmail.me slmails.com aleeas.com 8alias.com
    8shield.net dralias.com silomails.com`),
  // proton.me/pass: run by SimpleLogin
  'Proton Pass': words('passmail.net passmail.com passinbox.com passfwd.com'),
  // README of github.com/anonaddy/anonaddy: shared domains, and a subdomain a user
  'addy.io': words('addy.io anonaddy.com anonaddy.me addymail.com 4wrd.cc mailer.me'),
  // relay.firefox.com: also a subdomain a user
  'Firefox Relay': words('mozmail.com relay.firefox.com'),
  // duckduckgo.com/email
  'DuckDuckGo Email Protection': words('duck.com'),
  // developer.apple.com, private email relay
  'Sign in with Apple': words('privaterelay.appleid.com'),
  Cloaked: words('cloaked.id mycloaked.id myclkd.email'),
  'IronVest and Blur': words('opayq.com'),
  '33Mail': words('33mail.com'),
  LeeMail: words('leemail.me'),
  'erine.email': words('erine.email'),
  ManyMe: words('manyme.com'),
  E4ward: words('e4ward.com'),
  Sneakemail: words('sneakemail.com snkmail.com liamekaens.com'),
  Spamgourmet: words('spamgourmet.com spamgourmet.net spamgourmet.org'),
  // Lifetime forwarding
  Pobox: words('pobox.com'),
  // Marketplaces that hide the addresses of buyers and guests
  Amazon: words(`marketplace.amazon.com marketplace.amazon.co.uk marketplace.amazon.de marketplace.amazon.fr
    marketplace.amazon.it marketplace.amazon.es marketplace.amazon.nl marketplace.amazon.pl marketplace.amazon.se
    marketplace.amazon.ca marketplace.amazon.com.mx marketplace.amazon.com.br marketplace.amazon.com.au
    marketplace.amazon.co.jp marketplace.amazon.in marketplace.amazon.com.tr`),
  eBay: words('members.ebay.com members.ebay.co.uk members.ebay.de members.ebay.fr members.ebay.it'),
  'Booking.com': words('guest.booking.com'),
  Airbnb: words('guest.airbnb.com reply.airbnb.com'),
  craigslist: words('reply.craigslist.org sale.craigslist.org'),
}

export const ALIAS_DOMAINS: ReadonlySet<string> = new Set(Object.values(BY_SERVICE).flat())
