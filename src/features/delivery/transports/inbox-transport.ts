import { inTransaction } from '../../../platform/db/client.ts'
import type { Db } from '../../../platform/db/client.ts'
import { createConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'
import type { ConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'
import type { Transport } from '../../../platform/email/transport.ts'
import type { Clock } from '../../../platform/clock.ts'
import { bytesColumn } from '../../../platform/objects/movable-bytes.ts'
import type { MovableBytes } from '../../../platform/objects/movable-bytes.ts'
import type { ObjectStore } from '../../../platform/objects/object-store.ts'
import { useObjects } from '../../../platform/objects/unused-objects.queries.ts'
import { insertInboxMessage } from './inbox.queries.ts'
import type { InboxMessage } from './inbox.queries.ts'

/** The name of this transport. */
export const INBOX = 'inbox'

type Parts = { db: Db; clock: Clock; objects: ObjectStore; limit?: ConnectionLimit }

/** The built-in inbox: stores and shows the exact bytes; nothing leaves the machine. */
export function createInboxTransport({
  db,
  clock,
  objects,
  limit = createConnectionLimit(),
}: Parts): Transport {
  return {
    name: INBOX,
    limit,
    async send({ projectId, emailId }, bytes, hooks) {
      // Before the email begins, because it may take as long as the store likes.
      const objectKey = await objects.tryPut({ projectId, kind: 'inbox', bytes })
      if (!(await hooks.canStart())) return { kind: 'unsent' }
      await storeMessage(db, { projectId, emailId, raw: bytes, objectKey, now: clock.now() })
      return {
        kind: 'accepted',
        reply: { code: 250, enhancedCode: '2.0.0', text: 'kept in the inbox' },
        isDelivered: true,
      }
    },
    close: () => Promise.resolve(),
  }
}

/** An object that another row has made superfluous stays unused, and is deleted later. */
async function storeMessage(db: Db, message: InboxMessage): Promise<void> {
  const { projectId, objectKey } = message
  if (objectKey === undefined) return void (await insertInboxMessage(db, message))
  await inTransaction(db, async (trx) => {
    const isNew = await insertInboxMessage(trx, message)
    if (isNew) await useObjects(trx, { projectId, keys: [objectKey] })
  })
}

export const movableInbox: MovableBytes = {
  kind: 'inbox',
  table: 'inbox_messages',
  key: ['project_id', 'email_id', 'month_id'],
  ...bytesColumn('raw'),
  withObject: (bytes) => ({ raw_size: bytes.length }),
}
