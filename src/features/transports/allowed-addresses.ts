import { ConnectionLostError } from '../../platform/email/smtp/smtp-replies.ts'
import type { HostGuard } from '../../platform/outgoing/host-guard.ts'

/** The addresses of a normalized host. @throws {ConnectionLostError} if it has none, or one that is not allowed */
export async function findAllowedAddresses(guard: HostGuard, host: string): Promise<string[]> {
  const found = await guard(host)
  if (found.status === 'good') return found.addresses
  throw new ConnectionLostError(found.status === 'refused' ? `${host} ${found.reason}` : found.reason)
}
