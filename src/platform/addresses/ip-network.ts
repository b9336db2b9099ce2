// Limits per client count networks, not single addresses: a home or a server with IPv6 owns a whole /64 and can use a new
// address for every request.
import { isIPv4, isIPv6 } from 'node:net'

/** The groups of a /64: the half of an IPv6 address that the provider assigns. */
const NETWORK_GROUPS = 4

/** Proxies may write this for a client without an address ("unknown", "_hidden"): all of these share one limit. */
const NO_ADDRESS = 'unknown'

/** The network of a client address: an IPv4 address itself, also when mapped into IPv6; otherwise its /64. */
export function networkOf(address: string): string {
  const ip = bareAddress(address)
  if (isIPv4(ip)) return ip
  if (!isIPv6(ip)) return NO_ADDRESS
  const groups = ipv6Groups(ip)
  return mappedIPv4(groups) ?? `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/** Some proxies add the port to the address; a link-local address has its zone (fe80::1%eth0). */
function bareAddress(address: string): string {
  const [, inBrackets, withPort] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? []
  return (inBrackets ?? withPort ?? address).replace(/%.*$/, '')
}

/** The eight groups of an IPv6 address, without leading zeros. URL normalizes every spelling. */
function ipv6Groups(ip: string): string[] {
  const [left = '', right] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [left, right ?? ''].map((part) => part.split(':').filter((group) => group !== ''))
  const missing = 8 - (first?.length ?? 0) - (last?.length ?? 0)
  return [...(first ?? []), ...Array.from({ length: missing }, () => '0'), ...(last ?? [])]
}

/** RFC 4291, section 2.5.5.2. */
function mappedIPv4(groups: readonly string[]): string | undefined {
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'
  if (!isMapped) return undefined
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.')
}

/** A dual-stack listener shows IPv4 addresses as mapped IPv6 (RFC 4291 section 2.5.5.2). */
export const withoutMapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')
