// The text of keys. 40 characters of 62 have 238 bits; the stored prefix and last four characters, which identify a key,
// reveal 48 of them and leave 190.
import { randomBytes } from 'node:crypto'
import { keyDigest } from '../../platform/access/key-access.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 40
const VISIBLE_CHARACTERS = 4

export type KeyKind = 'secret' | 'public'

const PREFIX: Record<KeyKind, string> = { secret: 'sk_', public: 'pk_' }

export function newKeyText(kind: KeyKind): string {
  let text = PREFIX[kind]
  while (text.length < PREFIX[kind].length + LENGTH) {
    // Bytes from 248 on are skipped: they would make the first eight characters more frequent.
    for (const byte of randomBytes(LENGTH)) {
      if (byte < 248 && text.length < PREFIX[kind].length + LENGTH) text += ALPHABET[byte % 62]
    }
  }
  return text
}

/** The columns that are stored of a key. */
export function keyFingerprint(text: string): { digest: Buffer; prefix: string; last_four: string } {
  return {
    digest: keyDigest(text),
    prefix: text.slice(0, 'sk_'.length + VISIBLE_CHARACTERS),
    last_four: text.slice(-VISIBLE_CHARACTERS),
  }
}
