// HMAC-SHA256 and AES-256-CTR for thousands of short texts: the same bytes as Node's createHmac and createCipheriv, without
// an object per text, which costs more than the work itself (measured: 4.3 and 3.9 µs per text, here 2.1 and 2.0). Not for
// long texts, nor for secrets that change.
import { createCipheriv, hash } from 'node:crypto'

const HASH_BLOCK = 64
const HASH_BYTES = 32
const CIPHER_BLOCK = 16

type Size = { mostBytes: number }

/** RFC 2104 with one call per hash. Returns latin1 text, which Node creates faster than a Buffer. */
export function createQuickHmac(key: Buffer, { mostBytes }: Size): (bytes: Buffer) => string {
  if (key.length > HASH_BLOCK) throw new RangeError('the key of an HMAC must fit into a block')
  const inner = Buffer.alloc(HASH_BLOCK + mostBytes)
  const outer = Buffer.alloc(HASH_BLOCK + HASH_BYTES)
  for (let at = 0; at < HASH_BLOCK; at += 1) {
    inner[at] = (key[at] ?? 0) ^ 0x36
    outer[at] = (key[at] ?? 0) ^ 0x5c
  }
  return (bytes) => {
    if (bytes.length > mostBytes) throw tooLong(bytes, mostBytes)
    inner.set(bytes, HASH_BLOCK)
    const digest = hash('sha256', inner.subarray(0, HASH_BLOCK + bytes.length), 'binary')
    outer.write(digest, HASH_BLOCK, 'latin1')
    return hash('sha256', outer, 'binary')
  }
}

/**
 * AES-256-CTR (NIST SP 800-38A, section 6.5) in place, for a nonce of 16 bytes: its key stream is the encrypted counter.
 * One cipher object serves all calls, because ECB keeps no state between them.
 */
export function createCounterMask(key: Buffer, { mostBytes }: Size): (bytes: Buffer, nonce: Buffer) => void {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  const counters = Buffer.alloc(Math.ceil(mostBytes / CIPHER_BLOCK) * CIPHER_BLOCK)
  return (bytes, nonce) => {
    if (bytes.length > mostBytes) throw tooLong(bytes, mostBytes)
    const length = Math.ceil(bytes.length / CIPHER_BLOCK) * CIPHER_BLOCK
    for (let block = 0; block < length; block += CIPHER_BLOCK) {
      if (block === 0) counters.set(nonce)
      else counters.copyWithin(block, block - CIPHER_BLOCK, block)
      if (block > 0) increment(counters, block)
    }
    const stream = cipher.update(counters.subarray(0, length))
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = (bytes[at] as number) ^ (stream[at] as number)
  }
}

const tooLong = ({ length }: Buffer, mostBytes: number): RangeError =>
  new RangeError(`${length} bytes are given, at most ${mostBytes} were announced`)

/** Increments the block at `start` as one number of 128 bits, highest byte first. */
function increment(blocks: Buffer, start: number): void {
  for (let at = start + CIPHER_BLOCK - 1; at >= start; at -= 1) {
    const next = ((blocks[at] as number) + 1) & 0xff
    blocks[at] = next
    if (next !== 0) return
  }
}
