// New DKIM keys of a domain: which key, and which one it replaces. Nothing here makes a key sign that was not seen in DNS;
// check.service.ts does, once it has seen it. All changes hold the lock of the domain's row.
import type { z } from 'zod'
import { inTransaction } from '../../platform/db/client.ts'
import type { Trx } from '../../platform/db/client.ts'
import type { LateDb } from '../../platform/db/transactions/late-db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, invalidFields } from '../../platform/errors.ts'
import { choosePlace } from './dkim-places.ts'
import type { ZoneConfig } from './dkim-places.ts'
import { dkimModeOf } from './dns-records/domain-records.ts'
import { keyZoneOf } from './dns-records/selectors.ts'
import {
  deleteRetiredKeys,
  deleteUnusedKeys,
  findDomain,
  lockDomain,
  updateDomain,
} from './domains.queries.ts'
import type { DomainRef, DomainWithKeys } from './domains.queries.ts'
import type { DomainKeyCreate } from './domains.schema.ts'
import { readPrivateKey } from './private-key.ts'
import type { KeyPair } from './private-key.ts'
import { makeKeyPair, storeKeyPair } from './signing-key.service.ts'

type KeyDeps = Pick<Deps, 'secrets' | 'clock'> & { config: ZoneConfig }
type KeyFields = z.output<typeof DomainKeyCreate>

/** Creates a second key pair, published as the one before. It signs once it is found in DNS. */
export async function rotateKey(
  late: LateDb,
  { projectId, domainId, ...deps }: DomainRef & KeyDeps,
): Promise<DomainWithKeys> {
  const ref = { projectId, domainId }
  requireRotatable(requireFound(await findDomain(late.db, ref)))
  const pair = await makeKeyPair()
  return inTransaction(await late.begin(), async (trx) => {
    const row = await lockCurrent(trx, { ...ref, now: deps.clock.now() })
    requireRotatable(row)
    return storeNewKey(trx, { ...deps, row, pair, key: {} })
  })
}

/**
 * Adds a key that is published in another way, or that somebody brings along. It replaces one that waits for DNS; and that of a
 * domain which was never verified, because it has signed nothing.
 */
export async function addKey(
  late: LateDb,
  { projectId, domainId, key, ...deps }: DomainRef & KeyDeps & { key: KeyFields },
): Promise<DomainWithKeys> {
  const ref = { projectId, domainId }
  requireFound(await findDomain(late.db, ref))
  const pair = await pairOf(key)
  return inTransaction(await late.begin(), async (trx) => {
    const row = await lockCurrent(trx, { ...ref, now: deps.clock.now() })
    return storeNewKey(trx, { ...deps, row, pair, key })
  })
}

async function pairOf({ privateKey }: KeyFields): Promise<KeyPair> {
  if (privateKey === undefined) return makeKeyPair()
  const read = await readPrivateKey(privateKey)
  if (read.ok) return read.pair
  throw invalidFields({ field: 'privateKey', message: read.problem, code: 'invalid_string' })
}

/** Locks the domain, and removes keys whose time is over: their aliases are free. */
async function lockCurrent(trx: Trx, { now, ...ref }: DomainRef & { now: Date }): Promise<DomainWithKeys> {
  requireFound(await lockDomain(trx, ref))
  await deleteRetiredKeys(trx, { ...ref, now })
  return requireFound(await findDomain(trx, ref))
}

type NewKey = KeyDeps & { row: DomainWithKeys; pair: KeyPair; key: Omit<KeyFields, 'privateKey'> }

async function storeNewKey(
  trx: Trx,
  { row, pair, key, secrets, clock, config }: NewKey,
): Promise<DomainWithKeys> {
  const ref = { projectId: row.project_id, domainId: row.id }
  const isUnused = row.status === 'PENDING'
  const kept = row.keys.filter(({ state }) => state === 'RETIRING' || (state === 'ACTIVE' && !isUnused))
  const place = choosePlace(
    { domain: row.domain, isReserved: row.is_reserved, zone: keyZoneOf(row) },
    { dkim: key.dkim ?? dkimModeOf(row.keys), selector: key.selector, kept },
    config,
  )
  await deleteUnusedKeys(trx, { ...ref, states: isUnused ? ['ACTIVE', 'NEXT'] : ['NEXT'] })
  const now = clock.now()
  await storeKeyPair(trx, { ...ref, secrets, pair, place, state: isUnused ? 'ACTIVE' : 'NEXT', now })
  await updateDomain(trx, {
    ...ref,
    set: {
      ...(place.zone && { dkim_zone: place.zone.zone, dkim_label: place.zone.label }),
      watched_since: now,
      due_at: row.is_reserved ? null : now,
    },
  })
  return requireFound(await findDomain(trx, ref))
}

/** Rotation replaces a working key, which an unverified domain does not have. */
function requireRotatable(row: DomainWithKeys): void {
  if (row.keys.some(({ state }) => state === 'NEXT')) {
    throw new AppError('INVALID_STATE', {
      message: 'A rotation is already in progress: its new DKIM record has not been found in DNS yet.',
      suggestion: 'Publish the record with keyState NEXT, then POST /domains/{id}/verify.',
    })
  }
  if (row.status !== 'VERIFIED') {
    throw new AppError('INVALID_STATE', {
      message: 'Only the key of a domain that was verified in DNS can be rotated.',
      suggestion: 'Publish the records of the domain first, or add a new key with POST /domains/{id}/keys.',
    })
  }
}

function requireFound(row: DomainWithKeys | undefined): DomainWithKeys {
  if (!row) throw new AppError('DOMAIN_NOT_FOUND')
  return row
}
