// Resolves the target of a request on behalf of a tenant. The host is resolved once, and every address is checked; the
// client then connects to an address from this list and never resolves the name again.
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { hostOfUrl } from '../addresses/url-host.ts'
import type { Dns } from '../dns/dns.ts'
import type { AllowedHosts } from './allowed-hosts.ts'
import { isPrivateAddress } from './private-addresses.ts'

export type Target =
  | { status: 'good'; url: URL; host: string; addresses: string[] }
  /** Requests to this URL are not allowed. */
  | { status: 'refused'; reason: string }
  /** The host cannot be resolved at the moment. */
  | { status: 'unknown'; reason: string }

/** Longer ones are refused by many servers. */
export const LONGEST_URL = 2048

// A service with more addresses than this is reached at one of the first.
const MOST_ADDRESSES = 4

const PRIVATE =
  'leads to a private address. Use a public address, or ask the operator of this server to add the host to ALLOW_PRIVATE_HOSTS'

/** The problem with the text itself, without DNS; undefined if the URL may be tried. */
export function describeBadUrl(text: string): string | undefined {
  const read = readUrl(text)
  return read instanceof URL ? undefined : read
}

function readUrl(text: string): URL | string {
  if (text.length > LONGEST_URL) return `must have at most ${LONGEST_URL} characters`
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    return 'must be an http or https address, for example https://example.com/webhooks'
  }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  return url
}

type Tools = { dns: Pick<Dns, 'addresses'>; allowed: AllowedHosts }

/** Resolves the host of a URL and checks every address that it has. */
export async function findTarget(tools: Tools, text: string): Promise<Target> {
  const url = readUrl(text)
  if (!(url instanceof URL)) return { status: 'refused', reason: url }
  const host = hostOfUrl(url)
  const found = await findHost(tools, host)
  return found.status === 'good' ? { ...found, url, host } : found
}

/**
 * A host name or address as a URL would spell it; undefined if it is neither. URL normalizes every spelling of an address:
 * decimal, octal, hexadecimal, shortened.
 */
export function normalizeHost(text: string): string | undefined {
  const isIPv6 = isIP(text) === 6
  if (!isIPv6 && !/^[\p{L}\p{N}._-]+$/u.test(text)) return undefined
  const url = `http://${isIPv6 ? `[${text}]` : text}`
  return URL.canParse(url) ? hostOfUrl(new URL(url)) || undefined : undefined
}

export type HostAddresses = { status: 'good'; addresses: string[] } | Exclude<Target, { status: 'good' }>

/** Resolves a normalized host and checks every address that it has. */
export async function findHost({ dns, allowed }: Tools, host: string): Promise<HostAddresses> {
  const isNamed = allowed.includesHost(host)
  const found = await findAddresses(dns, { host, isNamed })
  if (typeof found === 'string') return { status: 'unknown', reason: found }
  const isReachable = (address: string) =>
    isNamed || allowed.includesAddress(address) || !isPrivateAddress(address)
  if (!found.every(isReachable)) return { status: 'refused', reason: PRIVATE }
  return { status: 'good', addresses: found.slice(0, MOST_ADDRESSES) }
}

async function findAddresses(
  dns: Pick<Dns, 'addresses'>,
  { host, isNamed }: { host: string; isNamed: boolean },
): Promise<string[] | string> {
  if (isIP(host) !== 0) return [host]
  // RFC 6761: such names never leave the machine, so DNS servers know nothing about them.
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1']
  const answer = await dns.addresses(host)
  if (answer.status === 'found') return answer.records
  // A host that the operator named may be in the hosts file only, like names of containers. Only such names are looked up
  // like this: it occupies a thread that file access needs too.
  const known = isNamed ? await lookup(host, { all: true }).catch(() => []) : []
  if (known.length > 0) return known.map(({ address }) => address)
  return answer.status === 'none'
    ? `the host ${host} does not exist in DNS`
    : `the host ${host} could not be resolved: ${answer.reason}`
}
