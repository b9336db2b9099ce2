// The codes that an authenticator app shows.
import { createHmac } from 'node:crypto'

/** RFC 6238 with the usual parameters; the secret in Base32. */
export function totp(uri: string, now: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const bits = secret.replaceAll(/./g, (one) => letters.indexOf(one).toString(2).padStart(5, '0'))
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
