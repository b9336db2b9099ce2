import type { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/client.ts'
import type { Database, Db, Trx } from '../../platform/db/client.ts'
import { createReadTogether } from '../../platform/db/batching/read-together.ts'
import { AppError, invalidFields } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { KeyId, ProjectId } from '../../platform/ids.ts'
import { DepartedProjectError } from '../../platform/secrets/departed-project.ts'
import { keyFingerprint, newKeyText } from './api-key.ts'
import {
  findDeparture,
  insertKey,
  listActiveKeys,
  lockKey,
  touchKey,
  updateKeyExpiry,
} from './keys.queries.ts'
import type { KeyRow, ActiveKey } from './keys.queries.ts'
import type { KeyCreate } from './keys.schema.ts'
import { refuseMoving } from './moving-project.ts'

/** `lastUsedAt` is written at most once per minute and key. */
const LAST_USED_PRECISION_MS = 60_000

export type CreatedKey = { row: KeyRow; text: string }
type NewKeyInput = z.output<typeof KeyCreate> & {
  projectId: ProjectId
  now: Date
  text?: string | undefined
  /** The creator; undefined for the command line. */
  createdBy?: string | undefined
}

export async function createKey(
  db: Db | Trx,
  { projectId, now, text, createdBy, ...input }: NewKeyInput,
): Promise<CreatedKey> {
  if (input.expiresAt && input.expiresAt <= now) {
    throw invalidFields({ field: 'expiresAt', message: 'must be in the future', code: 'invalid_date' })
  }
  const key = text ?? newKeyText(input.kind)
  const row = await insertKey(db, {
    project_id: projectId,
    id: newId<KeyId>(now),
    name: input.name,
    kind: input.kind,
    scopes: input.scopes ?? [input.kind === 'public' ? 'track' : 'full'],
    ...keyFingerprint(key),
    created_at: now,
    created_by: createdBy ?? null,
    expires_at: input.expiresAt ?? null,
    lifetime_ms: input.expiresAt ? input.expiresAt.getTime() - now.getTime() : null,
  })
  return { row, text: key }
}

export type Rotation = CreatedKey & { replaced: { id: KeyId; expiresAt: Date } }
type RotateInput = {
  projectId: ProjectId
  keyId: KeyId
  graceSeconds: number
  now: Date
  createdBy?: string | undefined
}

/** The last instant that ISO 8601 writes with a four-digit year. */
const LATEST_EXPIRY_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/**
 * Creates a key of the same name, kind, scopes and lifetime. The old key keeps working for the grace period, but never beyond
 * its own expiry.
 */
export async function rotateKey(
  db: Db | Trx,
  { projectId, keyId, graceSeconds, now, createdBy }: RotateInput,
): Promise<Rotation> {
  return inTransaction(db, async (trx) => {
    const old = await lockKey(trx, { projectId, keyId })
    if (!old) throw new AppError('RESOURCE_NOT_FOUND', { message: 'There is no such key.' })
    if (old.expires_at && old.expires_at <= now) {
      throw new AppError('INVALID_STATE', { message: 'The key has expired. Create a new one instead.' })
    }
    const graceEnd = new Date(now.getTime() + graceSeconds * 1000)
    const expiresAt = old.expires_at && old.expires_at < graceEnd ? old.expires_at : graceEnd
    await updateKeyExpiry(trx, { projectId, keyId, expiresAt })
    const kind = old.kind as 'secret' | 'public'
    const created = await createKey(trx, {
      projectId,
      now,
      createdBy,
      name: old.name,
      kind,
      scopes: old.scopes as z.output<typeof KeyCreate>['scopes'],
      ...(old.lifetime_ms !== null && {
        expiresAt: new Date(Math.min(now.getTime() + old.lifetime_ms, LATEST_EXPIRY_MS)),
      }),
    })
    return { ...created, replaced: { id: keyId, expiresAt } }
  })
}

/** Finds the project of a request by its key, on every request. */
export function createKeyFinder(database: Database, clock: Clock) {
  const find = createReadTogether<ActiveKey>(async (keys) => {
    const digests = keys.map((key) => Buffer.from(key, 'hex'))
    const found = await listActiveKeys(database, { digests, now: clock.now() })
    return new Map(found.map((key) => [key.digest.toString('hex'), key]))
  })
  return async (digest: Buffer) => {
    const key = await find(digest.toString('hex'))
    if (!key) {
      const departure = await findDeparture(database.db, { digest })
      if (departure) throw new DepartedProjectError(departure.other_url, departure.project_id)
      return undefined
    }
    if (key.move_state === 'left') throw new DepartedProjectError(key.other_url, key.project_id)
    refuseMoving(key.move_state)
    const now = clock.now()
    const notBefore = new Date(now.getTime() - LAST_USED_PRECISION_MS)
    if (!key.last_used_at || key.last_used_at < notBefore) {
      await touchKey(database.db, { projectId: key.project_id, keyId: key.id, now, notBefore })
    }
    return {
      id: key.id,
      name: key.name,
      projectId: key.project_id,
      kind: key.kind as 'secret' | 'public',
      scopes: key.scopes as ('full' | 'send' | 'read' | 'track')[],
      isProjectDisabled: key.disabled_at !== null,
    }
  }
}
