// Accepts email: all recipients of a call in one statement, or none. Calls that come at the same time share it and its
// commit; each is answered when its emails are on disk.
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { LateDb } from '../../platform/db/transactions/late-db.ts'
import type { Deps } from '../../platform/deps.ts'
import { createEmailAnnouncer, createAcceptBatcher } from '../delivery/index.ts'
import type { AcceptResult, AcceptedEmail } from '../delivery/index.ts'
import { acceptAlone, answersOf, storeContent } from './accept-send.service.ts'
import type { SentEmail } from './accept-send.service.ts'
import { createAlsoWrong } from './also-wrong.service.ts'
import type { AlsoWrong } from './also-wrong.service.ts'
import { createPrepareSend } from './prepare-send.service.ts'
import type { Acceptance, SendCall } from './prepare-send.service.ts'
import { createSendBatch } from './send-batch.service.ts'
import type { SendBatch } from './send-batch.service.ts'

type Parts = Pick<Deps, 'database' | 'config' | 'clock' | 'threads' | 'log'>
export type SendEmail = (late: LateDb, call: SendCall) => Promise<SentEmail[]>

export type Sending = { sendEmail: SendEmail; sendBatch: SendBatch; alsoWrong: AlsoWrong }

export function createSending({ database, log, ...parts }: Parts): Sending {
  const prepare = createPrepareSend({ database, ...parts })
  const announcer = createEmailAnnouncer(database.db, log)
  const acceptTogether = createAcceptBatcher(database)

  const accept = async (late: LateDb, acceptance: Acceptance): Promise<SentEmail[]> => {
    const emails = await withContent(late, acceptance, (db) => {
      // A call that changes its contacts has a transaction of its own, and so has one with an Idempotency-Key, whose
      // answer is stored with it.
      const isAlone = db.isTransaction || acceptance.change !== undefined
      return isAlone
        ? inTransaction(db, (trx) => acceptAlone(trx, acceptance))
        : acceptTogether(acceptance.projectId, acceptance.call)
    })
    announcer.announce(acceptance.projectId)
    return answersOf(acceptance, emails)
  }

  return {
    sendEmail: async (late, call) => accept(late, await prepare(late.db, call)),
    sendBatch: createSendBatch({ prepare, accept, announcer }),
    alsoWrong: createAlsoWrong(database),
  }
}

/**
 * Writes emails after their content. A content that this node has stored before may be gone all the same: a database that
 * was restored, or a standby that took over, does not know the last minutes, and what nothing used for weeks is deleted.
 * Then it is stored again.
 */
async function withContent(
  late: LateDb,
  acceptance: Acceptance,
  write: (db: Db | Trx) => Promise<AcceptResult>,
): Promise<AcceptedEmail[]> {
  for (;;) {
    await storeContent(late.db, acceptance)
    const emails = await write(await late.begin())
    if (emails) return emails
    await late.giveUp()
    acceptance.made.isStored = false
  }
}
