import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/**
 * A port that is free at this moment, for a server that has to know it before it listens; or the given one.
 * @throws EADDRINUSE if the given one is taken
 */
export async function findFreePort(host: string, given = 0): Promise<number> {
  const probe = createServer().listen(given, host)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
