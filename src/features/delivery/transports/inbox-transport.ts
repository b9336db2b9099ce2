import type { Db } from '../../../platform/db/client.ts'
import { createConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'
import type { ConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'
import type { Transport } from '../../../platform/email/transport.ts'
import type { Clock } from '../../../platform/clock.ts'
import { insertInboxMessage } from './inbox.queries.ts'

/** The name of this transport. */
export const INBOX = 'inbox'

type Parts = { db: Db; clock: Clock; limit?: ConnectionLimit }

/** The built-in inbox: stores and shows the exact bytes; nothing leaves the machine. */
export function createInboxTransport({ db, clock, limit = createConnectionLimit() }: Parts): Transport {
  return {
    name: INBOX,
    limit,
    async send({ projectId, emailId }, bytes, hooks) {
      if (!(await hooks.canStart())) return { kind: 'unsent' }
      await insertInboxMessage(db, { projectId, emailId, raw: bytes, now: clock.now() })
      return {
        kind: 'accepted',
        reply: { code: 250, enhancedCode: '2.0.0', text: 'kept in the inbox' },
        isDelivered: true,
      }
    },
    close: () => Promise.resolve(),
  }
}
