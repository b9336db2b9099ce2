// Proof of work by the protocol of ALTCHA (altcha.org, version 1): the browser looks for the number whose SHA-256 hash, after a
// salt, is the challenge. It costs a browser a second, and a robot that signs up thousands of people hours.
//
// The salt says when the challenge expires and for which form it is. It ends with a separator, because otherwise its last digits
// could be moved into the number.
import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { FormId } from '../../../platform/ids.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'

export type Challenge = {
  algorithm: 'SHA-256'
  challenge: string
  maxnumber: number
  salt: string
  signature: string
}

export type Proof = { challenge: Buffer; expiresAt: Date }

export type ProofsOfWork = {
  makeChallenge(formId: FormId, now: Date): Challenge
  /** Undefined for anything that does not solve an unexpired challenge for this form. Whether it was used is not known here. */
  read(formId: FormId, payload: { text: string; now: Date }): Proof | undefined
}

// About a second in the browser of a phone, at most three.
const LARGEST_NUMBER = 50_000

// The script asks for a challenge when somebody begins to fill in the form.
const LIFETIME_MS = 3_600_000

const PURPOSE = 'form challenge'
const MAC_BYTES = 32
const SALT_BYTES = 12

// The payload is base64 of some 300 bytes of JSON.
const LONGEST_PAYLOAD = 1_000
const HEX = /^[0-9a-f]{64}$/

const hashOf = (salt: string, number: number): Buffer =>
  createHash('sha256').update(`${salt}${number}`).digest()

export function createProofsOfWork(secrets: Secrets): ProofsOfWork {
  return {
    makeChallenge(formId, now) {
      const expires = Math.floor((now.getTime() + LIFETIME_MS) / 1_000)
      const salt = `${randomBytes(SALT_BYTES).toString('hex')}?expires=${expires}&form=${formId}&`
      const challenge = hashOf(salt, randomInt(LARGEST_NUMBER + 1)).toString('hex')
      const signature = secrets.sign(PURPOSE, [challenge], MAC_BYTES).toString('hex')
      return { algorithm: 'SHA-256', challenge, maxnumber: LARGEST_NUMBER, salt, signature }
    },
    read(formId, { text, now }) {
      const { challenge, number, salt, signature } = parsePayload(text)
      const expected = new RegExp(`^[0-9a-f]{${2 * SALT_BYTES}}\\?expires=(\\d{1,12})&form=${formId}&$`)
      const [, expires] = expected.exec(salt) ?? []
      if (expires === undefined || !HEX.test(challenge) || !HEX.test(signature)) return undefined
      if (!Number.isSafeInteger(number) || number < 0 || number > LARGEST_NUMBER) return undefined
      const expiresAt = new Date(Number(expires) * 1_000)
      if (expiresAt <= now) return undefined
      if (!secrets.verify(PURPOSE, [challenge], Buffer.from(signature, 'hex'))) return undefined
      const bytes = Buffer.from(challenge, 'hex')
      return hashOf(salt, number).equals(bytes) ? { challenge: bytes, expiresAt } : undefined
    },
  }
}

type Payload = { challenge: string; number: number; salt: string; signature: string }

function parsePayload(text: string): Payload {
  const parsed = text.length > LONGEST_PAYLOAD ? {} : parseJson(Buffer.from(text, 'base64').toString())
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    challenge: textOf(parsed['challenge']),
    number: typeof parsed['number'] === 'number' ? parsed['number'] : -1,
    salt: textOf(parsed['salt']),
    signature: textOf(parsed['signature']),
  }
}

function parseJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
