// Keys for signing and encrypting, all derived from one ENCRYPTION_KEY by purpose (HKDF, RFC 5869), so that a value made
// for one purpose is invalid for another.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'
import { makeDataFolder } from '../postgres/data-folder/data-folder.ts'
import { createKeyring } from './keyring.ts'
import type { ProjectKeyring } from './keyring.ts'
import { createSigner } from './signer.ts'
import type { Signer } from './signer.ts'

export type Secrets = Signer & {
  /** The keys of purposes, in base64: for the installation that a project moves to. */
  exportKeys(purposes: readonly string[]): Record<string, string>
  /** The keys of projects that have moved, from this installation or to it. */
  keyring: ProjectKeyring
  /** For values that must stay the same when a project moves: signs with the key of the installation that made it. */
  of(projectId: string): Signer
  /** For secrets that must be readable again. Bound to a purpose and a record: elsewhere it cannot be decrypted. */
  encrypt(plain: Buffer, bound: Binding): Buffer
  decrypt(sealed: Buffer, bound: Binding): Buffer
}

export type Binding = { purpose: string; record: string }

// AES-256-GCM, prefixed with a format byte and four bytes that identify the key, so that keys can be rotated later.
const FORMAT = 1
const KEY_ID_BYTES = 4
const IV_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + KEY_ID_BYTES

export function createSecrets(encryptionKey: string): Secrets {
  const keys = new Map<string, Buffer>()
  const keyring = createKeyring()
  const keyFor = (purpose: string): Buffer => {
    const known = keys.get(purpose)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', encryptionKey, 'lettermill', purpose, 32))
    keys.set(purpose, key)
    return key
  }
  const signer = createSigner(keyFor)
  return {
    ...signer,
    exportKeys: (purposes) =>
      Object.fromEntries(purposes.map((purpose) => [purpose, keyFor(purpose).toString('base64')])),
    keyring,
    of: (projectId) => keyring.originOf(projectId) ?? signer,
    encrypt: (plain, bound) => seal(keyFor(`encrypt ${bound.purpose}`), plain, bound),
    decrypt: (sealed, bound) => unseal(keyFor(`encrypt ${bound.purpose}`), sealed, bound),
  }
}

// 128 bits distinguish any two keys, and do not reveal a key.
const FINGERPRINT_BYTES = 16

/** Identifies a key without revealing it: may be stored beside the data that the key protects. */
export const keyFingerprint = (secrets: Secrets): string =>
  secrets.sign('key fingerprint', [], FINGERPRINT_BYTES).toString('hex')

const keyIdOf = (key: Buffer) => createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES)

function seal(key: Buffer, plain: Buffer, { record }: Binding): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(record))
  const secret = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.of(FORMAT), keyIdOf(key), iv, cipher.getAuthTag(), secret])
}

function unseal(key: Buffer, sealed: Buffer, { purpose, record }: Binding): Buffer {
  if (sealed[0] !== FORMAT || !sealed.subarray(1, HEAD_BYTES).equals(keyIdOf(key))) {
    throw new Error(
      `A stored secret (${purpose}) was made with another ENCRYPTION_KEY. Start with the key it was made with.`,
    )
  }
  const iv = sealed.subarray(HEAD_BYTES, HEAD_BYTES + IV_BYTES)
  const tag = sealed.subarray(HEAD_BYTES + IV_BYTES, HEAD_BYTES + IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(record)).setAuthTag(tag)
  return Buffer.concat([
    decipher.update(sealed.subarray(HEAD_BYTES + IV_BYTES + TAG_BYTES)),
    decipher.final(),
  ])
}

type KeySettings = Pick<Config, 'ENCRYPTION_KEY' | 'DATA_DIR'>

/** The file of the key when ENCRYPTION_KEY is not set. */
export const encryptionKeyFile = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string =>
  path.join(DATA_DIR, 'encryption-key')

/** The configured key, or the one in DATA_DIR; undefined if there is none yet. Changes nothing. */
export function findEncryptionKey(config: KeySettings): string | undefined {
  if (config.ENCRYPTION_KEY) return config.ENCRYPTION_KEY
  const file = encryptionKeyFile(config)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** The configured key, or the one in DATA_DIR, created at the first start. Concurrent starts agree: the first link wins. */
export function readEncryptionKey(config: KeySettings): string {
  if (config.ENCRYPTION_KEY) return config.ENCRYPTION_KEY
  const file = encryptionKeyFile(config)
  if (!existsSync(file)) {
    makeDataFolder(config.DATA_DIR)
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true })
    try {
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft)
    }
  }
  chmodSync(file, 0o600)
  return readFileSync(file, 'utf8').trim()
}
