import { createHmac, timingSafeEqual } from 'node:crypto'

/** Makes and checks MACs. */
export type Signer = {
  /** A MAC over the parts; parts are length-prefixed, so no two lists of parts give the same input. */
  sign(purpose: string, parts: readonly string[], bytes: number): Buffer
  verify(purpose: string, parts: readonly string[], mac: Buffer): boolean
}

// 96 bits cannot be guessed. Without a lower bound an empty MAC would always be valid.
const SHORTEST_MAC_BYTES = 12
const LONGEST_MAC_BYTES = 32

/** @param keyFor the key of a purpose */
export function createSigner(keyFor: (purpose: string) => Buffer): Signer {
  const mac = (purpose: string, parts: readonly string[]): Buffer => {
    const hmac = createHmac('sha256', keyFor(purpose))
    for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:${part}`)
    return hmac.digest()
  }
  return {
    sign: (purpose, parts, bytes) => mac(purpose, parts).subarray(0, bytes),
    verify: (purpose, parts, given) =>
      given.length >= SHORTEST_MAC_BYTES &&
      given.length <= LONGEST_MAC_BYTES &&
      timingSafeEqual(mac(purpose, parts).subarray(0, given.length), given),
  }
}
