// Keys for signing and encrypting, all derived from one ENCRYPTION_KEY by purpose (HKDF, RFC 5869), so that a
// value made for one purpose never passes for another.
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'

export type Secrets = {
  /** A MAC over the parts; parts are length-prefixed, so no two lists of parts give the same input. */
  sign(purpose: string, parts: readonly string[], bytes: number): Buffer
  verify(purpose: string, parts: readonly string[], mac: Buffer): boolean
}

export function createSecrets(encryptionKey: string): Secrets {
  const keys = new Map<string, Buffer>()
  const keyFor = (purpose: string): Buffer => {
    const known = keys.get(purpose)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', encryptionKey, 'lettermill', purpose, 32))
    keys.set(purpose, key)
    return key
  }
  const mac = (purpose: string, parts: readonly string[]): Buffer => {
    const hmac = createHmac('sha256', keyFor(purpose))
    for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:${part}`)
    return hmac.digest()
  }
  return {
    sign: (purpose, parts, bytes) => mac(purpose, parts).subarray(0, bytes),
    verify: (purpose, parts, given) => timingSafeEqual(mac(purpose, parts).subarray(0, given.length), given),
  }
}

/** The configured key, or the one in DATA_DIR, made at the first start. Two starters agree: the first link wins. */
export function readEncryptionKey(config: Pick<Config, 'ENCRYPTION_KEY' | 'DATA_DIR'>): string {
  if (config.ENCRYPTION_KEY) return config.ENCRYPTION_KEY
  const file = path.join(config.DATA_DIR, 'encryption-key')
  if (!existsSync(file)) {
    mkdirSync(config.DATA_DIR, { recursive: true })
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
