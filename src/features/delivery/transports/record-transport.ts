import type { Deps } from '../../../platform/deps.ts'
import type { FindMailServers, MailServers } from '../../../platform/email/mx/mail-servers.ts'
import { createConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'
import { createSmtpTransport } from '../../../platform/email/smtp/smtp-transport.ts'
import { createSesTransport } from '../../../platform/email/ses/ses-transport.ts'
import type { Transport } from '../../../platform/email/transport.ts'
import { MX_NOT_ALLOWED, sesServerOf, smtpServerOf } from '../../transports/index.ts'
import type { TransportRow } from '../../transports/index.ts'
import { createSortingTransport } from './sorting-transport.ts'
import { warnOfQuota } from './transports.ts'

/** A part of the connections that a node may have to one server. */
export type ConnectionShare = {
  /** The connections of this thread. */
  most: number
  /** The number of threads that have one, also of those that do not run yet. */
  users: number
}

type RecordTransportOptions = {
  tools: Parameters<typeof smtpServerOf>[1] &
    Pick<Deps, 'log'> & {
      findServers: FindMailServers
    }
  share: ConnectionShare
}

/** The transport of a project, for one thread. */
export function createRecordTransport(row: TransportRow, options: RecordTransportOptions): Transport {
  const transport = createByType(row, options)
  // Names the buckets of the rate, which must not be shared with MAIL_TRANSPORT.
  return { ...transport, name: `${row.name} (${transport.name})` }
}

function createByType(row: TransportRow, { tools, share }: RecordTransportOptions): Transport {
  const about = { projectId: row.project_id, transportId: row.id }
  const limit = createConnectionLimit({ most: share.most })
  switch (row.type) {
    case 'smtp': {
      const onUnencrypted = (reason: string) =>
        tools.log.warn(
          { ...about, reason },
          'the relay offers TLS, but it fails: email goes to the relay unencrypted',
        )
      return createSmtpTransport(smtpServerOf(row, tools), { limit, onUnencrypted })
    }
    case 'ses':
      return createSesTransport(sesServerOf(row, tools), {
        clock: tools.clock,
        limit,
        // Threads know nothing of each other's connections to this account, so each takes its part of the rate.
        users: () => share.users,
        ...warnOfQuota(tools.log, about),
      })
    case 'mx':
      return createSortingTransport({
        limit,
        findServers: tools.config.ALLOW_PROJECT_MX ? tools.findServers : () => Promise.resolve(NOT_ALLOWED),
      })
  }
}

/** The operator has withdrawn the permission: email waits. */
const NOT_ALLOWED: MailServers = {
  status: 'none',
  result: { kind: 'deferred', stage: 'rcpt', reply: null, reason: MX_NOT_ALLOWED },
}
