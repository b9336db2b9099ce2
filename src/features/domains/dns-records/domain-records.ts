// The DNS records of a sender domain: which names, which values, and why each is there. docs/domains.md explains the
// layout to users. Everything of ours stands on names of its own, so that no record of the domain has to be edited:
// the envelope sender, for which SPF is looked up, is at bounces.<domain>, not at the domain itself.
import type { Config } from '../../../platform/config.ts'
import { mailHostOf } from '../../../platform/public-url.ts'
import { dkimValue } from './dkim-record.ts'
import { relayOf, termFor } from './spf-relay.ts'

export type KeyState = 'NEXT' | 'ACTIVE' | 'RETIRING'
export type PublicKey = { selector: string; state: KeyState; publicKey: string; retiresAt: Date | null }

/** What records say about this installation. Host names are in lower case. */
export type Hosts = {
  mail: string
  web: string
  /** Email leaves through this server of somebody else's, so SPF is about that one. */
  relay: string | null
}

export type DnsRecord = {
  purpose: 'dkim' | 'return-path' | 'spf' | 'dmarc' | 'tracking'
  type: 'TXT' | 'MX' | 'CNAME'
  name: string
  value: string
  priority?: number
  required: boolean
  /** Of DKIM records. */
  key?: PublicKey
}

const MX_PRIORITY = 10

// RFC 1035 3.3: a TXT record is made of strings of at most 255 bytes.
const MOST_TXT_STRING = 255

/** RFC 1035 2.3.4, as text: the longest name that DNS can hold. */
const MOST_NAME = 253

export const SELECTOR_PREFIX = 'lm'
export const SELECTOR_LENGTH = 10

// The longest of our names has to fit: <selector>._domainkey.<domain>.
export const MOST_DOMAIN = MOST_NAME - '._domainkey.'.length - SELECTOR_LENGTH

export const dkimName = (selector: string, domain: string): string => `${selector}._domainkey.${domain}`
export const returnPathName = (domain: string): string => `bounces.${domain}`
export const dmarcName = (domain: string): string => `_dmarc.${domain}`
export const trackingName = (domain: string): string => `click.${domain}`

type MailConfig = Pick<Config, 'MAIL_HOSTNAME' | 'MAIL_TRANSPORT'>

export function hostsOf(config: MailConfig, publicUrl: string): Hosts {
  const web = new URL(publicUrl).hostname.toLowerCase()
  const mail = mailHostOf(config, publicUrl).toLowerCase().replace(/\.$/, '')
  return { web, mail, relay: relayOf(config) }
}

/** False for localhost, addresses and bare names, which mean nothing to the servers of others. */
export const isPublicHost = (host: string): boolean =>
  /\.[a-z][a-z0-9-]*$/.test(host) && !host.endsWith('.localhost')

// Signing key first: it is what people look for.
const KEY_ORDER: KeyState[] = ['ACTIVE', 'NEXT', 'RETIRING']

type Wanted = { domain: string; keys: readonly PublicKey[]; hosts: Hosts }

export function recordsOf({ domain, keys, hosts }: Wanted): DnsRecord[] {
  const sorted = keys.toSorted((a, b) => KEY_ORDER.indexOf(a.state) - KEY_ORDER.indexOf(b.state))
  return [
    ...sorted.map((key) => dkimRecord(domain, key)),
    {
      purpose: 'return-path',
      type: 'MX',
      name: returnPathName(domain),
      value: hosts.mail,
      priority: MX_PRIORITY,
      required: true,
    },
    {
      purpose: 'spf',
      type: 'TXT',
      name: returnPathName(domain),
      value: `v=spf1 ${hosts.relay === null ? `a:${hosts.mail}` : termFor(hosts.relay)} ~all`,
      required: false,
    },
    { purpose: 'dmarc', type: 'TXT', name: dmarcName(domain), value: DMARC_ADVICE, required: false },
    { purpose: 'tracking', type: 'CNAME', name: trackingName(domain), value: hosts.web, required: false },
  ]
}

/** Without `rua`: nobody here reads the reports. An address of the owner's own can be added at any time. */
const DMARC_ADVICE = 'v=DMARC1; p=none'

/** A key that is to come or to go is worth having in DNS, but email does not depend on it. */
function dkimRecord(domain: string, key: PublicKey): DnsRecord {
  return {
    purpose: 'dkim',
    type: 'TXT',
    name: dkimName(key.selector, domain),
    value: dkimValue(key.publicKey),
    required: key.state === 'ACTIVE',
    key,
  }
}

/** The pieces in which DNS stores a value; put together without anything between they are the value. All are ASCII. */
export function chunksOf(value: string): string[] {
  return Array.from({ length: Math.ceil(value.length / MOST_TXT_STRING) }, (_, index) =>
    value.slice(index * MOST_TXT_STRING, (index + 1) * MOST_TXT_STRING),
  )
}

// RFC 2606 2 and RFC 6761: nobody can own these, so nobody can prove to.
const RESERVED = new Set(['test', 'example', 'invalid', 'localhost'])

/** Under a top-level domain that is reserved for tests and examples. */
export const isReservedDomain = (domain: string): boolean =>
  RESERVED.has(domain.slice(domain.lastIndexOf('.') + 1))
