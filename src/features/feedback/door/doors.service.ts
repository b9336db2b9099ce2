// The door of a transport: its token, and the keys by which its provider proves reports.
import { createHash, randomBytes } from 'node:crypto'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { Id } from '../../../platform/ids.ts'
import type { Binding, Secrets } from '../../../platform/secrets/secrets.ts'
import { findDoor, insertDoor, lockDoor, updateDoor } from './doors.queries.ts'
import type { DoorOwner, DoorRow } from './doors.queries.ts'
import type { ProofName } from './doors.values.ts'

export type Proofs = Partial<Record<ProofName, string>>

type Parts = { db: Db | Trx; secrets: Secrets; now: Date }

// 128 bits cannot be guessed.
const TOKEN_BYTES = 16

export const digestOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Creates it on the first call. */
export async function ensureDoor({ db, secrets, now }: Parts, owner?: DoorOwner): Promise<DoorRow> {
  const known = await findDoor(db, owner)
  if (known) return known
  const id = newId<Id<'feedback door'>>(now)
  await insertDoor(db, { id, owner, ...makeToken(secrets, id), created_at: now })
  const door = await findDoor(db, owner)
  if (!door) throw new Error('the feedback door was deleted meanwhile')
  return door
}

function makeToken(secrets: Secrets, id: string): Pick<DoorRow, 'token' | 'token_digest'> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return {
    token: secrets.encrypt(Buffer.from(token), doorBinding(id, 'token')),
    token_digest: digestOfToken(token),
  }
}

const tokenOf = (secrets: Secrets, { id, token }: Pick<DoorRow, 'id' | 'token'>): string =>
  secrets.decrypt(token, doorBinding(id, 'token')).toString()

type ShownDoor = { door: DoorRow; publicUrl: string }

/** The URL for the settings of a provider, with `{provider}` for its name. */
export const doorUrl = (secrets: Secrets, { door, publicUrl }: ShownDoor): string =>
  `${publicUrl.replace(/\/$/, '')}/feedback/{provider}/${tokenOf(secrets, door)}`

/** The former token works until the grace period ends. */
export async function rotateToken(
  parts: Parts,
  { graceSeconds, owner }: { graceSeconds: number; owner?: DoorOwner },
): Promise<DoorRow> {
  const { db, secrets, now } = parts
  const door = await ensureDoor(parts, owner)
  const values = {
    ...makeToken(secrets, door.id),
    former_digest: door.token_digest,
    former_until: new Date(now.getTime() + graceSeconds * 1000),
  }
  await updateDoor(db, door.id, values)
  return { ...door, ...values }
}

export function readProofs(secrets: Secrets, { id, proofs }: Pick<DoorRow, 'id' | 'proofs'>): Proofs {
  if (proofs === null) return {}
  return JSON.parse(secrets.decrypt(proofs, doorBinding(id, 'proofs')).toString()) as Proofs
}

/** Sets the given keys of a door; an undefined value removes one. */
export async function setProofs(
  { db, secrets }: Pick<Parts, 'db' | 'secrets'>,
  { id, proofs }: { id: string; proofs: { [Name in ProofName]?: string | undefined } },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    // Another one may be set at the same time.
    const changed = JSON.stringify({ ...readProofs(secrets, await lockDoor(trx, id)), ...proofs })
    await updateDoor(trx, id, {
      proofs: secrets.encrypt(Buffer.from(changed), doorBinding(id, 'proofs')),
    })
  })
}

export const doorBinding = (id: string, field: string): Binding => ({
  purpose: `feedback door ${field}`,
  record: id,
})
