// DKIM key pairs: generated, encrypted, and decrypted for signing. The private key exists unencrypted only inside a KeyObject.
import { createPrivateKey, generateKeyPair, randomInt } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Db, Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { Binding, Secrets } from '../../platform/secrets/secrets.ts'
import { SELECTOR_LENGTH, SELECTOR_PREFIX } from './dns-records/domain-records.ts'
import { findSigningKey, insertKey } from './domains.queries.ts'
import type { DomainRef } from './domains.queries.ts'

// RFC 8301 3.2: 1024 is the minimum, 2048 recommended. 4096 does not fit into one UDP answer, and signs six times slower.
const MODULUS_BITS = 2048

// Without vowels and look-alikes, so that a selector is neither a word nor misread.
const LETTERS = 'bcdfghjkmnpqrstvwxz23456789'

const generate = promisify(generateKeyPair)

export type NewKeyPair = { selector: string; publicKey: string; privateKey: Buffer }

/** Runs in the thread pool, because it takes a tenth of a second or more. */
export async function generateEncryptedKeyPair(secrets: Secrets, ref: DomainRef): Promise<NewKeyPair> {
  const selector = newSelector()
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: MODULUS_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })
  const sealed = secrets.encrypt(privateKey, bindingOf(ref, selector))
  privateKey.fill(0)
  return { selector, publicKey: publicKey.toString('base64'), privateKey: sealed }
}

/** Selectors are unique across projects too, because several projects may publish records for one domain. */
function newSelector(): string {
  const letters = Array.from(
    { length: SELECTOR_LENGTH - SELECTOR_PREFIX.length },
    () => LETTERS[randomInt(LETTERS.length)],
  )
  return `${SELECTOR_PREFIX}${letters.join('')}`
}

type StoreKeyPairInput = DomainRef & { pair: NewKeyPair; state: 'ACTIVE' | 'NEXT'; now: Date }

export async function storeKeyPair(
  trx: Trx,
  { projectId, domainId, pair, state, now }: StoreKeyPairInput,
): Promise<void> {
  await insertKey(trx, {
    project_id: projectId,
    domain_id: domainId,
    selector: pair.selector,
    state,
    public_key: pair.publicKey,
    private_key: pair.privateKey,
    created_at: now,
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
  const der = secrets.decrypt(row.private_key, bindingOf(ref, row.selector))
  const privateKey = createPrivateKey({ key: der, type: 'pkcs8', format: 'der' })
  der.fill(0)
  return { domain: row.domain, selector: row.selector, privateKey }
}

const bindingOf = ({ projectId, domainId }: DomainRef, selector: string): Binding => ({
  purpose: 'dkim',
  record: `${projectId} ${domainId} ${selector}`,
})
