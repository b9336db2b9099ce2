// DKIM key pairs: made, sealed, and opened for signing. The private half exists in the clear only inside a KeyObject.
import { createPrivateKey, generateKeyPair, randomInt } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Db, Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { Binding, Secrets } from '../../platform/secrets/secrets.ts'
import { SELECTOR_LENGTH, SELECTOR_PREFIX } from './dns-records/domain-records.ts'
import { findSigningKey, insertKey } from './domains.queries.ts'
import type { DomainRef } from './domains.queries.ts'

// RFC 8301 3.2: 1024 is the least, 2048 advised. 4096 does not fit into one UDP answer, and signs six times slower.
const MODULUS_BITS = 2048

// Without vowels and without what looks alike, so that a selector is neither a word nor misread.
const LETTERS = 'bcdfghjkmnpqrstvwxz23456789'

const generate = promisify(generateKeyPair)

export type NewKeyPair = { selector: string; publicKey: string; privateKey: Buffer }

/** On the thread pool: a tenth of a second and more of work that must not stop the other requests. */
export async function makeKeyPair(secrets: Secrets, ref: DomainRef): Promise<NewKeyPair> {
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

/** Each claim to a domain has its own, also in different projects: several may stand in DNS side by side. */
function newSelector(): string {
  const letters = Array.from(
    { length: SELECTOR_LENGTH - SELECTOR_PREFIX.length },
    () => LETTERS[randomInt(LETTERS.length)],
  )
  return `${SELECTOR_PREFIX}${letters.join('')}`
}

type Storing = DomainRef & { pair: NewKeyPair; state: 'ACTIVE' | 'NEXT'; now: Date }

export async function storeKeyPair(
  trx: Trx,
  { projectId, domainId, pair, state, now }: Storing,
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

/** What a message of the domain is signed with. */
export type SigningKey = { domain: string; selector: string; privateKey: KeyObject }

/** Opens the active key of a domain. The caller may keep it as long as `requireSender` names the same selector. */
export async function loadSigningKey(
  db: Db | Trx,
  { secrets, ...ref }: DomainRef & { secrets: Secrets },
): Promise<SigningKey> {
  const row = await findSigningKey(db, ref)
  if (!row) throw new AppError('DOMAIN_NOT_FOUND')
  const der = secrets.decrypt(row.private_key, bindingOf(ref, row.selector))
  const privateKey = createPrivateKey({ key: der, type: 'pkcs8', format: 'der' })
  der.fill(0)
  return { domain: row.domain, selector: row.selector, privateKey }
}

const bindingOf = ({ projectId, domainId }: DomainRef, selector: string): Binding => ({
  purpose: 'dkim',
  record: `${projectId} ${domainId} ${selector}`,
})
