// The one-time link for creating the first account. Only the digest of its token is stored.
import { hash, randomBytes } from 'node:crypto'
import type { Db, Trx } from '../../platform/db/client.ts'
import {
  deleteOldSetupTokens,
  findSetupTokenRow,
  insertSetupToken,
  markSetupToken,
} from './setup-tokens.queries.ts'

// Long enough to open a browser on another machine, short enough that a link in an old log is useless.
const LIFETIME_MS = 3_600_000

const TOKEN_BYTES = 32

const digestOf = (token: string) => hash('sha256', token, 'buffer')

/** @returns the token, which is shown once */
export async function createSetupToken(db: Db | Trx, { now }: { now: Date }): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await deleteOldSetupTokens(db, now)
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  await insertSetupToken(db, { digest: digestOf(token), created_at: now, expires_at: expiresAt })
  return token
}

type TokenInput = { token: string; now: Date }

export const findSetupToken = async (db: Db | Trx, { token, now }: TokenInput): Promise<boolean> =>
  findSetupTokenRow(db, { digest: digestOf(token), now })

/** Returns false if it is unknown, used or expired. */
export const useSetupToken = async (trx: Trx, { token, now }: TokenInput): Promise<boolean> =>
  markSetupToken(trx, { digest: digestOf(token), now })
