// ALLOW_PRIVATE_HOSTS: the private hosts that webhooks, workflow steps and transports of projects may reach.
import { z } from 'zod'
import { createNetworkList, isNetwork } from '../addresses/network-list.ts'

export type AllowedHosts = {
  /** A host named in the setting: it may be reached at any address. */
  includesHost(host: string): boolean
  includesAddress(address: string): boolean
}

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
  const entries = list.flatMap((part) => readEntry(part) ?? [])
  const hosts = new Set(entries.flatMap((entry) => ('host' in entry ? entry.host : [])))
  const networks = createNetworkList(entries.flatMap((entry) => ('network' in entry ? entry.network : [])))
  return {
    includesHost: (host) => hosts.has(host),
    includesAddress: (address) => networks.has(address),
  }
}

function readEntry(part: string): ({ host: string } | { network: string }) | undefined {
  const network = part.replace(/^\[([^\]]*)\]/, '$1')
  // A zone refers to the network interfaces of one machine.
  if (isNetwork(network)) return network.includes('%') ? undefined : { network }
  const host = part.replace(/\.$/, '')
  return NAME.test(host) && !/^[\d.]+$/.test(host) ? { host } : undefined
}
