import { networkOf } from '../../../platform/addresses/ip-network.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { SessionId, UserId } from '../../../platform/ids.ts'
import { recordForUser } from '../audit/audit.service.ts'
import { deleteOtherSessionsOf, deleteSessionOf, listSessionsOf } from '../sign-in/sessions.queries.ts'
import { deviceName } from './device-name.ts'

/** `sessionId`: the session of the request. */
type SignedIn = { id: UserId; email: string; sessionId: SessionId }

export async function readSessions(db: Db, { user, now }: { user: SignedIn; now: Date }) {
  const rows = await listSessionsOf(db, { userId: user.id, now })
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === user.sessionId,
    device: deviceName(row.user_agent),
    network: row.ip_address ? networkOf(row.ip_address) : null,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.updated_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }))
}

type EndInput = { user: SignedIn; ip: string; now: Date }

const ENDED = 'account.sessions-ended'

export async function endSession(
  db: Db,
  { user, sessionId, ip, now }: EndInput & { sessionId: SessionId },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!(await deleteSessionOf(trx, { userId: user.id, sessionId }))) {
      throw new AppError('RESOURCE_NOT_FOUND', {
        message: 'You have no such session; it may have ended already.',
        suggestion: 'GET /account/sessions lists your sessions.',
      })
    }
    await recordForUser(trx, user, { action: ENDED, ip, now })
  })
}

/** Ends all but the session of the request. */
export async function endOtherSessions(db: Db, { user, ip, now }: EndInput): Promise<void> {
  await inTransaction(db, async (trx) => {
    const ended = await deleteOtherSessionsOf(trx, { userId: user.id, sessionId: user.sessionId })
    if (ended > 0) await recordForUser(trx, user, { action: ENDED, ip, now })
  })
}
