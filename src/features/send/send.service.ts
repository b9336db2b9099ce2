// Accepts email: all recipients of a call in one statement, or none. Concurrent calls share a statement and its commit; each is
// answered once its emails are on disk.
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { LateDb } from '../../platform/db/transactions/late-db.ts'
import type { Deps } from '../../platform/deps.ts'
import { createEmailAnnouncer, createAcceptBatcher } from '../delivery/index.ts'
import type { AcceptResult } from '../delivery/index.ts'
import {
  createContentStore,
  needsTransaction,
  updateContactsAndAccept,
  toSentEmails,
} from './accept-send.service.ts'
import type { SentEmail } from './accept-send.service.ts'
import { createPrepareSend } from './prepare-send.service.ts'
import type { PreparedSend, SendCall } from './prepare-send.service.ts'
import { createSendBatch } from './send-batch.service.ts'
import type { SendBatch } from './send-batch.service.ts'

type Parts = Pick<Deps, 'database' | 'config' | 'clock' | 'threads' | 'log' | 'objects'>
export type SendEmail = (late: LateDb, call: SendCall) => Promise<SentEmail[]>

export type SendService = {
  sendEmail: SendEmail
  sendBatch: SendBatch
}

export function createSendService({ database, log, objects, ...parts }: Parts): SendService {
  const prepare = createPrepareSend({ database, ...parts })
  const contents = createContentStore(objects)
  const announcer = createEmailAnnouncer(database.db, log)
  const acceptInSharedStatement = createAcceptBatcher(database)

  const writeEmails = (db: Db | Trx, prepared: PreparedSend): Promise<AcceptResult> => {
    // The answer of a call with an Idempotency-Key is stored in its transaction.
    const isAlone = db.isTransaction || needsTransaction(prepared)
    return isAlone
      ? inTransaction(db, (trx) => updateContactsAndAccept(trx, prepared))
      : acceptInSharedStatement(prepared.projectId, prepared.call)
  }

  const acceptSend = async (late: LateDb, prepared: PreparedSend): Promise<SentEmail[]> => {
    await contents.store(late.db, prepared)
    let emails = await writeEmails(await late.begin(), prepared)
    // Content that this node has stored may be missing: a restored database or a standby that took over lacks the last
    // minutes, and content that is unused for weeks is deleted.
    while (emails === null) {
      await late.rollback()
      await contents.storeAgain(late.db, prepared)
      emails = await writeEmails(await late.begin(), prepared)
    }
    announcer.announce(prepared.projectId)
    return toSentEmails(prepared, emails)
  }

  return {
    sendEmail: async (late, call) => acceptSend(late, await prepare(late.db, call)),
    sendBatch: createSendBatch({ prepare, contents, accept: acceptSend, announcer }),
  }
}
