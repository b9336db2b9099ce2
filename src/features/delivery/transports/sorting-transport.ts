import { domainOfAddress } from '../../../platform/addresses/email-address.ts'
import type { ConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'
import type { FindMailServers } from '../../../platform/email/mx/mail-servers.ts'
import type { Transport } from '../../../platform/email/transport.ts'

type Parts = { limit: ConnectionLimit; findServers: FindMailServers }

/**
 * The transport of the engine that distributes email among destinations. It gets only emails that have none: their domain
 * has no mail server, or DNS does not answer.
 */
export const createSortingTransport = ({ limit, findServers }: Parts): Transport => ({
  name: 'mx',
  limit,
  async send({ to }, _bytes, hooks) {
    const found = await findServers(domainOfAddress(to))
    // DNS answers now: the next attempt finds its destination.
    if (found.status === 'found') return { kind: 'unsent' }
    return (await hooks.canStart()) ? found.result : { kind: 'unsent' }
  },
  close: () => Promise.resolve(),
})
