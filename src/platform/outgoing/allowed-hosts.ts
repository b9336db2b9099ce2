// ALLOW_PRIVATE_HOSTS: which private hosts the operator lets webhooks and workflow steps reach all the same.
import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

export type AllowedHosts = {
  /** A host that was named as such: wherever its name leads, it may be reached. */
  includesHost(host: string): boolean
  includesAddress(address: string): boolean
}

type Network = { address: string; bits: number; family: 'ipv4' | 'ipv6' }
type Entry = { host: string } | Network

const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})?(\.[a-z0-9_]([a-z0-9_-]{0,62})?)*$/

/** The setting: a comma-separated list of host names, addresses and networks. */
export const AllowedHostList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim().toLowerCase()))
  .superRefine((parts, context) => {
    for (const part of parts) {
      if (readEntry(part)) continue
      const message = `must be a comma-separated list of host names, IP addresses or networks such as 10.0.0.0/8; "${part}" is none of them`
      context.addIssue({ code: 'custom', message })
    }
  })

export function createAllowedHosts(list: readonly string[]): AllowedHosts {
  const hosts = new Set<string>()
  const networks = new BlockList()
  for (const part of list) {
    const entry = readEntry(part)
    if (!entry) continue
    if ('host' in entry) hosts.add(entry.host)
    else networks.addSubnet(entry.address, entry.bits, entry.family)
  }
  return {
    includesHost: (host) => hosts.has(host),
    includesAddress: (address) => {
      const family = isIP(address)
      return family !== 0 && networks.check(address, family === 4 ? 'ipv4' : 'ipv6')
    },
  }
}

function readEntry(part: string): Entry | undefined {
  const [address = '', bits, ...rest] = part.replace(/^\[([^\]]*)\]/, '$1').split('/')
  const family = isIP(address)
  if (family === 0) {
    const host = part.replace(/\.$/, '')
    return NAME.test(host) && !/^[\d.]+$/.test(host) ? { host } : undefined
  }
  const most = family === 4 ? 32 : 128
  if (rest.length > 0 || address.includes('%')) return undefined
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > most)) return undefined
  return { address, bits: bits === undefined ? most : Number(bits), family: family === 4 ? 'ipv4' : 'ipv6' }
}
