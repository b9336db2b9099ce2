import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSecrets, keyFingerprint, readEncryptionKey } from './secrets.ts'

const secrets = createSecrets('a key that is long enough for the tests')
const others = createSecrets('another key that is also long enough')

describe('a signature', () => {
  const mac = secrets.sign('links', ['a', 'b'], 16)

  it('has the requested length and verifies what was signed', () => {
    expect(mac).toHaveLength(16)
    expect(secrets.verify('links', ['a', 'b'], mac)).toBe(true)
    expect(secrets.sign('links', ['a', 'b'], 32).subarray(0, 16)).toEqual(mac)
  })

  it.each([
    ['another purpose', () => secrets.verify('cursor', ['a', 'b'], mac)],
    ['another order', () => secrets.verify('links', ['b', 'a'], mac)],
    ['the same letters cut elsewhere', () => secrets.verify('links', ['ab'], mac)],
    ['a part more', () => secrets.verify('links', ['a', 'b', ''], mac)],
    ['another key', () => others.verify('links', ['a', 'b'], mac)],
  ])('is wrong for %s', (_what, verify) => {
    expect(verify()).toBe(false)
  })

  it('is wrong when it is too short to prove anything, or too long to be one', () => {
    for (const length of [0, 1, 11]) {
      expect(secrets.verify('links', ['a', 'b'], mac.subarray(0, length))).toBe(false)
    }
    expect(secrets.verify('links', ['a', 'b'], Buffer.concat([mac, mac, mac]))).toBe(false)
  })

  it('distinguishes parts with any content', () => {
    const lists = [['1:a'], ['1', 'a'], ['a1:b'], ['a', 'b'], ['ü', 'b'], ['', 'ab'], ['ab', '']]
    const macs = lists.map((parts) => secrets.sign('links', parts, 32).toString('hex'))
    expect(new Set(macs).size).toBe(lists.length)
  })
})

describe('a sealed secret', () => {
  /** Our own error where the head is wrong, otherwise one of the cipher. */
  const UNOPENED = /another ENCRYPTION_KEY|authenticate data|authentication tag|initialization vector/i
  const bound = { purpose: 'dkim', record: 'domain-1' }
  const sealed = secrets.encrypt(Buffer.from('private'), bound)

  it('opens for its purpose and record, and hides what is in it', () => {
    expect(secrets.decrypt(sealed, bound).toString()).toBe('private')
    expect(sealed.toString('latin1')).not.toContain('private')
  })

  it('is never the same twice', () => {
    expect(secrets.encrypt(Buffer.from('private'), bound)).not.toEqual(sealed)
  })

  it('does not open for another record, another purpose or with another key', () => {
    expect(() => secrets.decrypt(sealed, { ...bound, record: 'domain-2' })).toThrow(UNOPENED)
    expect(() => secrets.decrypt(sealed, { ...bound, purpose: 'smtp' })).toThrow('another ENCRYPTION_KEY')
    expect(() => others.decrypt(sealed, bound)).toThrow('another ENCRYPTION_KEY')
  })

  it('does not open when a single bit of it was changed', () => {
    for (const index of sealed.keys()) {
      const changed = Buffer.from(sealed)
      changed[index]! ^= 1
      expect(() => secrets.decrypt(changed, bound)).toThrow(UNOPENED)
    }
    expect(() => secrets.decrypt(sealed.subarray(0, 10), bound)).toThrow(UNOPENED)
  })
})

describe('readEncryptionKey', () => {
  function newFolder(): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'lettermill-secrets-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    return path.join(folder, 'data')
  }

  it('prefers the setting, and then makes no file', () => {
    const DATA_DIR = path.dirname(newFolder())
    expect(readEncryptionKey({ ENCRYPTION_KEY: 'given', DATA_DIR })).toBe('given')
    expect(readdirSync(DATA_DIR)).toEqual([])
  })

  it('makes a key once, of 256 bits, for the owner of the folder only', () => {
    const DATA_DIR = newFolder()
    const key = readEncryptionKey({ ENCRYPTION_KEY: undefined, DATA_DIR })
    expect(Buffer.from(key, 'base64')).toHaveLength(32)
    expect(readEncryptionKey({ ENCRYPTION_KEY: undefined, DATA_DIR })).toBe(key)
    expect(readdirSync(DATA_DIR)).toEqual(['encryption-key'])
    expect(statSync(path.join(DATA_DIR, 'encryption-key')).mode & 0o777).toBe(0o600)
  })

  it('makes another in another folder', () => {
    const [first, second] = [newFolder(), newFolder()].map((DATA_DIR) =>
      readEncryptionKey({ ENCRYPTION_KEY: undefined, DATA_DIR }),
    )
    expect(first).not.toBe(second)
  })

  it('closes a file that was open to others', () => {
    const DATA_DIR = newFolder()
    const key = readEncryptionKey({ ENCRYPTION_KEY: undefined, DATA_DIR })
    const file = path.join(DATA_DIR, 'encryption-key')
    rmSync(file)
    writeFileSync(file, `${key}\n`, { mode: 0o644 })
    expect(readEncryptionKey({ ENCRYPTION_KEY: undefined, DATA_DIR })).toBe(key)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toBe(`${key}\n`)
  })
})

describe('a fingerprint', () => {
  it('is the same whenever it is made, another for another key, and tells nothing of the key', () => {
    const key = 'a key that is long enough for the tests'
    expect(keyFingerprint(createSecrets(key))).toBe(keyFingerprint(secrets))
    expect(keyFingerprint(others)).not.toBe(keyFingerprint(secrets))
    expect(keyFingerprint(secrets)).toMatch(/^[0-9a-f]{32}$/)
  })
})
