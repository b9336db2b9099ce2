// The DNS records of a sender domain: names, values and purposes. docs/domains.md explains the layout to users. All records
// have their own names, so that no existing record has to be edited: the envelope sender, whose SPF receivers check, is at
// bounces.<domain>, not at the domain itself.
import type { Config } from '../../../platform/config.ts'
import { sesFeedbackHost, sesHost } from '../../../platform/email/ses/ses-url.ts'
import { mailHostOf } from '../../../platform/public-url.ts'
import type { TypedSettings } from '../../transports/index.ts'
import { dkimValue } from './dkim-record.ts'
import type { DkimMode, RECORD_PURPOSES } from '../domains.values.ts'
import { SELECTOR_LENGTH, ZONE_SLOTS, zoneName, zoneSelector } from './selectors.ts'
import type { KeyZone, ZoneSlot } from './selectors.ts'
import { sendingPathsOf } from './sending-paths.ts'
import type { SendingPaths } from './sending-paths.ts'
import { termFor } from './spf-relay.ts'

export type KeyState = 'NEXT' | 'ACTIVE' | 'RETIRING'
export type PublicKey = {
  selector: string
  state: KeyState
  publicKey: string
  createdAt: Date
  retiresAt: Date | null
  /** null: its record is a TXT at the selector; otherwise the selector is an alias. */
  slot: ZoneSlot | null
}

/** The hosts that records refer to, in lower case. */
export type Hosts = {
  mail: string
  web: string
} & SendingPaths

export type DnsRecord = {
  purpose: (typeof RECORD_PURPOSES)[number]
  type: 'TXT' | 'MX' | 'CNAME'
  name: string
  value: string
  priority?: number
  required: boolean
  /** For DKIM records. An alias may wait for its key. */
  key?: PublicKey
}

const MX_PRIORITY = 10

// RFC 1035 3.3: a TXT record is made of strings of at most 255 bytes.
const MOST_TXT_STRING = 255

/** The longest DNS name as text, RFC 1035 2.3.4. */
export const MOST_NAME = 253

// The longest of our names has to fit: <selector>._domainkey.<domain>.
export const MOST_DOMAIN = MOST_NAME - '._domainkey.'.length - SELECTOR_LENGTH

/** Short enough to correct mistakes soon, long enough that receivers do not query for every email. */
export const TTL_SECONDS = 3600

export const dkimName = (selector: string, domain: string): string => `${selector}._domainkey.${domain}`
export const returnPathName = (domain: string): string => `bounces.${domain}`
/** MAIL FROM must not receive other email, so SES cannot have the name of our return path. */
export const mailFromName = (region: string, domain: string): string => `ses-${region}.${domain}`
export const dmarcName = (domain: string): string => `_dmarc.${domain}`
/** RFC 8460 section 3. */
export const tlsReportsName = (domain: string): string => `_smtp._tls.${domain}`
export const trackingName = (domain: string): string => `click.${domain}`

type HostsConfig = Pick<Config, 'MAIL_HOSTNAME' | 'MAIL_TRANSPORT'>

/** `transports`: those that send for the domain; without any, its email leaves by MAIL_TRANSPORT. */
export function hostsOf(
  config: HostsConfig,
  { publicUrl, transports }: { publicUrl: string; transports: readonly TypedSettings[] },
): Hosts {
  const web = new URL(publicUrl).hostname.toLowerCase()
  const mail = mailHostOf(config, publicUrl).toLowerCase().replace(/\.$/, '')
  return { web, mail, ...sendingPathsOf(config, transports) }
}

/** The SPF term that allows one of `relays`. */
export const spfTermOf = (relay: string | null, { mail }: Pick<Hosts, 'mail'>): string =>
  relay === null ? `a:${mail}` : termFor(relay)

/** False for localhost, addresses and bare names, which other servers cannot resolve. */
export const isPublicHost = (host: string): boolean =>
  /\.[a-z][a-z0-9-]*$/.test(host) && !host.endsWith('.localhost')

// The signing key comes first: users look for it.
const KEY_ORDER: KeyState[] = ['ACTIVE', 'NEXT', 'RETIRING']

/** `zone`: that of the domain's keys, if any of them was published there. */
type RecordsInput = { domain: string; keys: readonly PublicKey[]; hosts: Hosts; zone?: KeyZone | null }

export function recordsOf({ domain, keys, hosts, zone = null }: RecordsInput): DnsRecord[] {
  return [
    ...dkimRecords({ domain, keys, zone }),
    {
      purpose: 'return-path',
      type: 'MX',
      name: returnPathName(domain),
      value: hosts.mail,
      priority: MX_PRIORITY,
      // Emails that unsubscribe arrive there all the same.
      required: hosts.relays.length > 0,
    },
    ...spfRecords(domain, hosts),
    ...hosts.sesRegions.flatMap((region) => mailFromRecords(domain, region)),
    {
      purpose: 'dmarc',
      type: 'TXT',
      name: dmarcName(domain),
      value: dmarcValue(domain),
      required: false,
    },
    {
      purpose: 'tls-reports',
      type: 'TXT',
      name: tlsReportsName(domain),
      value: tlsReportsValue(domain),
      required: false,
    },
    { purpose: 'tracking', type: 'CNAME', name: trackingName(domain), value: hosts.web, required: false },
  ]
}

/** Reports go to the address that reads them here. */
export const dmarcValue = (domain: string): string =>
  `v=DMARC1; p=none; rua=mailto:dmarc@${returnPathName(domain)}`
export const tlsReportsValue = (domain: string): string =>
  `v=TLSRPTv1; rua=mailto:tlsrpt@${returnPathName(domain)}`

/** None where no server sends with our return path: receivers do not look for it. */
function spfRecords(domain: string, hosts: Hosts): DnsRecord[] {
  if (hosts.relays.length === 0) return []
  const name = returnPathName(domain)
  return [{ purpose: 'spf', type: 'TXT', name, value: spfRecordOf(hosts), required: false }]
}

/** The record that allows the servers which send with our return path. */
export function spfRecordOf(hosts: Hosts): string {
  const terms = new Set(hosts.relays.map((relay) => spfTermOf(relay, hosts)))
  return `v=spf1 ${[...terms].join(' ')} ~all`
}

/** The relay of a region, which sends from the addresses that SPF has to allow there. */
export const sesRelay = (region: string): string => sesHost(region, 'email-smtp')

/** For a return path at the domain, with which SPF is aligned. SES asks for exactly one MX. */
function mailFromRecords(domain: string, region: string): DnsRecord[] {
  const record = { purpose: 'mail-from' as const, name: mailFromName(region, domain), required: false }
  return [
    { ...record, type: 'MX', value: sesFeedbackHost(region), priority: MX_PRIORITY },
    { ...record, type: 'TXT', value: `v=spf1 ${termFor(sesRelay(region))} ~all` },
  ]
}

/** Only the record of the signing key is required. */
function dkimRecords({ domain, keys, zone }: Omit<Required<RecordsInput>, 'hosts'>): DnsRecord[] {
  const sorted = keys.toSorted((a, b) => KEY_ORDER.indexOf(a.state) - KEY_ORDER.indexOf(b.state))
  const records = sorted.map((key): DnsRecord => {
    const name = dkimName(key.selector, domain)
    const required = key.state === 'ACTIVE'
    return zone === null || key.slot === null
      ? { purpose: 'dkim', type: 'TXT', name, value: dkimValue(key.publicKey), required, key }
      : { purpose: 'dkim', type: 'CNAME', name, value: zoneName(zone, key.slot), required, key }
  })
  if (zone === null || dkimModeOf(keys) === 'txt') return records
  // Both aliases from the start: then a later key needs no change of this domain's DNS.
  const free = ZONE_SLOTS.filter((slot) => keys.every((key) => key.slot !== slot))
  return [
    ...records,
    ...free.map((slot): DnsRecord => ({
      purpose: 'dkim',
      type: 'CNAME',
      name: dkimName(zoneSelector(zone.label, slot), domain),
      value: zoneName(zone, slot),
      required: false,
    })),
  ]
}

/** How the newest key is published, and the next one will be. */
export function dkimModeOf(keys: readonly PublicKey[]): DkimMode {
  const newest = keys.find(({ state }) => state === 'NEXT') ?? keys.find(({ state }) => state === 'ACTIVE')
  return newest === undefined || newest.slot === null ? 'txt' : 'cname'
}

/** Splits a value into the strings in which DNS stores it. Values are ASCII. */
export function chunksOf(value: string): string[] {
  return Array.from({ length: Math.ceil(value.length / MOST_TXT_STRING) }, (_, index) =>
    value.slice(index * MOST_TXT_STRING, (index + 1) * MOST_TXT_STRING),
  )
}
