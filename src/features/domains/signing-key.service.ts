// DKIM key pairs: generated, encrypted, and decrypted for signing. The private key exists unencrypted only inside a KeyObject.
import { createPrivateKey, generateKeyPair } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Db, Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { Binding, Secrets } from '../../platform/secrets/secrets.ts'
import type { ZoneSlot } from './dns-records/selectors.ts'
import { findSigningKey, insertKey } from './domains.queries.ts'
import type { DomainRef } from './domains.queries.ts'
import type { KeyPair } from './private-key.ts'

// RFC 8301 3.2: 1024 is the minimum, 2048 recommended. 4096 does not fit into one UDP answer, and signs six times slower.
const MODULUS_BITS = 2048

const generate = promisify(generateKeyPair)

/** Runs in the thread pool, because it takes a tenth of a second or more. */
export async function makeKeyPair(): Promise<KeyPair> {
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: MODULUS_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })
  return { publicKey: publicKey.toString('base64'), privateKey }
}

type StoreKeyPairInput = DomainRef & {
  secrets: Secrets
  pair: KeyPair
  place: { selector: string; slot: ZoneSlot | null }
  state: 'ACTIVE' | 'NEXT'
  now: Date
}

/** Stores the private half encrypted, and erases the one it was given. */
export async function storeKeyPair(
  trx: Trx,
  { secrets, projectId, domainId, pair, place: { selector, slot }, state, now }: StoreKeyPairInput,
): Promise<void> {
  const sealed = secrets.encrypt(pair.privateKey, dkimBinding({ projectId, domainId }, selector))
  pair.privateKey.fill(0)
  await insertKey(trx, {
    project_id: projectId,
    domain_id: domainId,
    selector,
    state,
    public_key: pair.publicKey,
    private_key: sealed,
    created_at: now,
    zone_slot: slot,
  })
}

export type SigningKey = { domain: string; selector: string; privateKey: KeyObject }

/** Decrypts the active key of a domain. The caller may cache it while `requireSender` returns the same selector. */
export async function loadSigningKey(
  db: Db | Trx,
  { secrets, domain, ...ref }: DomainRef & { secrets: Secrets; domain: string },
): Promise<SigningKey> {
  const row = await findSigningKey(db, ref)
  if (!row) throw new AppError('DOMAIN_NOT_FOUND', { message: `The domain ${domain} was deleted.` })
  const der = secrets.decrypt(row.private_key, dkimBinding(ref, row.selector))
  const privateKey = createPrivateKey({ key: der, type: 'pkcs8', format: 'der' })
  der.fill(0)
  return { domain: row.domain, selector: row.selector, privateKey }
}

export const dkimBinding = ({ projectId, domainId }: DomainRef, selector: string): Binding => ({
  purpose: 'dkim',
  record: `${projectId} ${domainId} ${selector}`,
})
