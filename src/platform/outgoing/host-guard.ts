// Resolves hosts that tenants choose for protocols other than HTTP: mail servers.
import type { Config } from '../config.ts'
import type { Dns } from '../dns/dns.ts'
import { createAllowedHosts } from './allowed-hosts.ts'
import { findHost } from './target.ts'
import type { HostAddresses } from './target.ts'

/** Finds the addresses of a host, which has to be normalized. `refused` if one of them is private and not allowed. */
export type HostGuard = (host: string) => Promise<HostAddresses>

type Parts = { dns: Pick<Dns, 'addresses'>; config: Pick<Config, 'ALLOW_PRIVATE_HOSTS'> }

export function createHostGuard({ dns, config }: Parts): HostGuard {
  const tools = { dns, allowed: createAllowedHosts(config.ALLOW_PRIVATE_HOSTS ?? []) }
  return (host) => findHost(tools, host)
}
