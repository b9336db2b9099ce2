// Accepts a submitted email through the service behind /v1/send. With an idempotency key its answer is stored in the
// transaction that accepts it, as for a request over HTTP.
import { retryDeadlocks } from '../../../platform/db/failures/deadlock-retry.ts'
import {
  createIdempotencyDeps,
  IdempotentTransaction,
} from '../../../platform/db/transactions/idempotent-transaction.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { LateDb } from '../../../platform/db/transactions/late-db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import type { EventId } from '../../../platform/ids.ts'
import { insertNote } from '../../delivery/index.ts'
import type { SentEmail } from '../accept-send.service.ts'
import { createSendService } from '../send.service.ts'
import { fingerprintOf } from './submitted-call.ts'
import type { SubmittedCall } from './submitted-call.ts'

/** Resolves to the text of the reply once the emails are on disk. @throws AppError */
export type AcceptSubmittedEmail = (call: SubmittedCall) => Promise<string>

export function createSubmittedEmailAcceptor(deps: Deps): AcceptSubmittedEmail {
  const { sendEmail } = createSendService(deps)
  const { clock } = deps
  const { db } = deps.database
  const parts = createIdempotencyDeps({ db, clock: deps.clock, poolSize: deps.config.DATABASE_POOL_SIZE })
  const alone: LateDb = { db, begin: async () => db, rollback: async () => undefined }

  const send = async (late: LateDb, call: SubmittedCall): Promise<SentEmail[]> => {
    const sent = await sendEmail(late, call)
    await noteRemovedHeaders(await late.begin(), { call, sent, now: clock.now() })
    return sent
  }

  const acceptOnce = async (call: SubmittedCall, key: string): Promise<string> => {
    const { projectId } = call
    const work = new IdempotentTransaction(
      parts,
      { projectId, key, fingerprint: fingerprintOf(call) },
      { isLate: true },
    )
    try {
      const stored = await work.prepare()
      if (stored) return `${stored.body ?? ''} (accepted before)`
      const late: LateDb = { db, begin: () => work.begin(), rollback: () => work.rollback() }
      const sent = await retryDeadlocks(() => send(late, call), { undo: () => work.undo() })
      const answer = describe(sent)
      await work.commit({ status: 200, body: answer })
      return answer
    } finally {
      await work.end()
    }
  }

  return async (call) => {
    const { idempotencyKey } = call
    return idempotencyKey === undefined ? describe(await send(alone, call)) : acceptOnce(call, idempotencyKey)
  }
}

type AcceptedCall = { call: SubmittedCall; sent: readonly SentEmail[]; now: Date }

/** Its author does not see the reply of the server, and looks for the reason in the history of the email. */
async function noteRemovedHeaders(db: Db | Trx, { call, sent, now }: AcceptedCall): Promise<void> {
  const { projectId, removedHeaders: headers } = call
  if (headers.length === 0) return
  for (const { email } of sent) {
    const id = newId<EventId>(now)
    await insertNote(db, {
      projectId,
      emailId: email.id,
      id,
      type: 'headers_removed',
      data: { headers },
      now,
    })
  }
}

/** For example "Accepted as 0198…", the id for GET /emails/{id}. The ids of fifty emails do not fit into a line. */
function describe(sent: readonly SentEmail[]): string {
  const [first] = sent
  const others = sent.length > 1 ? ` and ${sent.length - 1} more` : ''
  const suppressed = sent.filter(({ email }) => email.status === 'SUPPRESSED')
  const reasons = [...new Set(suppressed.map(({ email }) => email.reason))].join(', ')
  const withheld = suppressed.length > 0 ? `; ${suppressed.length} suppressed: ${reasons}` : ''
  return `Accepted as ${first?.email.id ?? ''}${others}${withheld}`
}
