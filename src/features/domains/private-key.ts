// Reads a private DKIM key that somebody brings along. A key that receivers would ignore is refused here, because its emails would
// be as good as unsigned.
import { createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

/** Both halves as DER: SubjectPublicKeyInfo in base64, and PKCS #8. */
export type KeyPair = { publicKey: string; privateKey: Buffer }

export type PrivateKeyResult = { ok: true; pair: KeyPair } | { ok: false; problem: string }

// RFC 8301 3.2: receivers ignore shorter keys, and need not verify longer ones.
const LEAST_BITS = 1024
const MOST_BITS = 4096

// Go, and with it many receivers, verifies with no larger exponent.
const MOST_EXPONENT = 2n ** 31n - 1n

const ENCRYPTED = /-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type:\s*4,\s*ENCRYPTED/
const PUBLIC = /-----BEGIN (?:RSA PUBLIC KEY|PUBLIC KEY|CERTIFICATE|TRUSTED CERTIFICATE)-----/

export async function readPrivateKey(pem: string): Promise<PrivateKeyResult> {
  if (ENCRYPTED.test(pem)) {
    return refuse('is encrypted with a passphrase. Decrypt it first: openssl rsa -in key.pem -out plain.pem')
  }
  const key = parse(pem)
  if (!key) {
    return PUBLIC.test(pem)
      ? refuse(
          'is not a private key but a public key or certificate. Give the private key that belongs to it',
        )
      : refuse(
          'must be a private key in PEM form, beginning with -----BEGIN PRIVATE KEY----- or -----BEGIN RSA PRIVATE KEY-----',
        )
  }
  const problem = problemOf(key) ?? (await pairProblem(key))
  return problem === undefined ? { ok: true, pair: toPair(key) } : refuse(problem)
}

const refuse = (problem: string): PrivateKeyResult => ({ ok: false, problem })

function parse(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey({ key: pem, format: 'pem' })
  } catch {
    return undefined
  }
}

function problemOf({
  asymmetricKeyType: type,
  asymmetricKeyDetails: details,
}: KeyObject): string | undefined {
  if (type !== 'rsa') return `must be an RSA key, which every receiver can verify, not ${type}`
  const { modulusLength: bits = 0, publicExponent: exponent = 0n } = details ?? {}
  if (bits < LEAST_BITS) {
    return `has ${bits} bits, and receivers ignore keys below ${LEAST_BITS}. Make one of 2048: openssl genrsa 2048`
  }
  if (bits > MOST_BITS) {
    return `has ${bits} bits, and receivers verify at most ${MOST_BITS}. Use a key of 2048`
  }
  if (exponent < 3n || exponent > MOST_EXPONENT) {
    return 'has a public exponent that receivers refuse. Use a key with the usual one, 65537'
  }
  return undefined
}

const signInThread = promisify(sign)

/** The halves of a damaged key parse, and do not belong together. */
async function pairProblem(key: KeyObject): Promise<string | undefined> {
  const text = randomBytes(32)
  try {
    const signature = await signInThread('sha256', text, key)
    if (verify('sha256', text, createPublicKey(key), signature)) return undefined
  } catch {
    // OpenSSL refuses to sign with some of them.
  }
  return 'is damaged: its signatures do not fit its public half. Copy the file again'
}

const toPair = (key: KeyObject): KeyPair => ({
  publicKey: createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'),
  privateKey: key.export({ type: 'pkcs8', format: 'der' }),
})
