// The text of keys. 40 characters of 62 carry 238 bits; prefix and last four, which are kept to recognise a key by,
// give 48 of them away and leave 190.
import { randomBytes } from 'node:crypto'
import { keyDigest } from '../../platform/access/key-access.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 40
const SHOWN = 4

export type KeyKind = 'secret' | 'public'

const PREFIX: Record<KeyKind, string> = { secret: 'sk_', public: 'pk_' }

export function newKeyText(kind: KeyKind): string {
  let text = PREFIX[kind]
  while (text.length < PREFIX[kind].length + LENGTH) {
    // Bytes from 248 on are thrown away: with them the first eight characters would come up more often.
    for (const byte of randomBytes(LENGTH)) {
      if (byte < 248 && text.length < PREFIX[kind].length + LENGTH) text += ALPHABET[byte % 62]
    }
  }
  return text
}

/** What is stored of a key. */
export function keyFingerprint(text: string): { digest: Buffer; prefix: string; last_four: string } {
  return {
    digest: keyDigest(text),
    prefix: text.slice(0, 'sk_'.length + SHOWN),
    last_four: text.slice(-SHOWN),
  }
}
