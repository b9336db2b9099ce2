// Networks as operators write them: single addresses, and ranges such as 10.0.0.0/8 or fd00::/8.
import { BlockList, isIP } from 'node:net'

const MOST_BITS = { 4: 32, 6: 128 }

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** Whether a text is an IP address, optionally with a prefix length after a slash. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= MOST_BITS[version as 4 | 6])
}

export type NetworkList = { has(address: string): boolean }

export function createNetworkList(networks: readonly string[]): NetworkList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return { has: (address) => isIP(address) !== 0 && list.check(address, familyOf(address)) }
}
