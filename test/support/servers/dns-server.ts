// The DNS server of test/harness, for a whole test file.
import { afterAll } from 'vitest'
import { startDnsServer } from '../../harness/dns-server.ts'
import type { DnsServer } from '../../harness/dns-server.ts'

export { startDnsServer }
export type { DnsServer, RecordType } from '../../harness/dns-server.ts'

/** For a whole test file; closed at its end. */
export async function useDnsServer(): Promise<DnsServer> {
  const server = await startDnsServer()
  afterAll(() => server.close())
  return server
}
