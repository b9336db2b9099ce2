// The signed texts in public links and in addresses. Whoever holds one may do what it was made for and nothing else:
// the MAC covers the purpose and everything in it, and only one spelling of each token is read.
//
// A link is passed on more easily than an email: people post what they found behind one. So it does not show the ids in
// it, which the header of the email has too, and by which a complaint is believed: they are encrypted, with the MAC for a
// nonce (as in RFC 5297). The same link is the same text whenever it is made.
//
// An email carries half a dozen of them, so they are made by what is cheapest to call (quick-crypto.ts).
import { timingSafeEqual } from 'node:crypto'
import { createCounterMask, createQuickHmac } from './quick-crypto.ts'
import type { Secrets } from './secrets.ts'

export type LinkPurpose = 'unsubscribe' | 'subscribe' | 'manage' | 'browser' | 'open' | 'click'

export type LinkToken = {
  /** UUIDs in lower case; which ones, the purpose says. */
  ids: string[]
  number: number
}

/** What an address of an email is for: where it comes back to, or where one writes to get no more of them. */
export type MailboxUse = 'return-path' | 'unsubscribe'

export type EmailOfMailbox<ProjectId extends string = string> = { projectId: ProjectId; emailId: string }

export type LinkTokens = {
  /** @param what `number` is 0 unless given, and below 2^31 */
  make(purpose: LinkPurpose, what: { ids: readonly string[]; number?: number }): string
  /** Undefined for whatever `make` did not make for this purpose. */
  read(purpose: LinkPurpose, token: string): LinkToken | undefined
  /** The local part of an address of one email (VERP): 48 characters, none of which case matters to. */
  makeMailbox(use: MailboxUse, email: EmailOfMailbox): string
  /**
   * The email that an address belongs to. The project is not in it, for want of room (RFC 5321, section 4.5.3.1.1: 64
   * characters): it is the one of the given projects whose MAC fits.
   */
  readMailbox<ProjectId extends string>(
    localPart: string,
    candidates: readonly ProjectId[],
  ): (EmailOfMailbox<ProjectId> & { use: MailboxUse }) | undefined
}

const ID_BYTES = 16
const ID_LENGTH = 36
const MAC_BYTES = 16

// 96 bits cannot be guessed, and they leave the local part short enough for servers that put a tag in front of it.
const MAILBOX_MAC_BYTES = 12

// Three ids, five bytes of number, the MAC. Longer ones are not worth decoding.
const MOST_IDS = 4
const MOST_NUMBER_BYTES = 5
const MOST_BODY_BYTES = MOST_IDS * ID_BYTES + MOST_NUMBER_BYTES
const MOST_CHARACTERS = Math.ceil(((MOST_BODY_BYTES + MAC_BYTES) * 4) / 3)

const MAILBOX = /^([bu])-([a-z2-7]{26})([a-z2-7]{20})$/
const LETTERS: Record<MailboxUse, string> = { 'return-path': 'b', unsubscribe: 'u' }
/** What the MAC of each is made for. */
const MAILBOX_PURPOSES: Record<MailboxUse, string> = {
  'return-path': 'return path',
  unsubscribe: 'unsubscribe address',
}

export function createLinkTokens(secrets: Secrets): LinkTokens {
  const macs = new Map<string, (bytes: Buffer) => string>()
  const mac = (purpose: string, bytes: Buffer): string => {
    let one = macs.get(purpose)
    if (!one) {
      one = createQuickHmac(secrets.sign('link tokens', [purpose], 32), { mostBytes: MOST_BODY_BYTES })
      macs.set(purpose, one)
    }
    return one(bytes)
  }
  /** In place. The same twice is what was there before. */
  const mask = createCounterMask(secrets.sign('link tokens', ['mask'], 32), { mostBytes: MOST_BODY_BYTES })
  const isProof = (proof: Buffer, purpose: string, bytes: Buffer): boolean =>
    timingSafeEqual(Buffer.from(mac(purpose, bytes), 'latin1').subarray(0, proof.length), proof)

  return {
    make(purpose, { ids, number = 0 }) {
      const token = Buffer.allocUnsafe(ids.length * ID_BYTES + numberBytes(number) + MAC_BYTES)
      const end = writeBody(token, ids, number)
      token.write(mac(purpose, token.subarray(0, end)), end, MAC_BYTES, 'latin1')
      mask(token.subarray(0, end), token.subarray(end))
      return token.toString('base64url')
    },
    read(purpose, token) {
      const bytes = decodeCanonical(token)
      if (bytes === undefined || bytes.length < ID_BYTES + 1 + MAC_BYTES) return undefined
      const proof = bytes.subarray(-MAC_BYTES)
      const body = bytes.subarray(0, -MAC_BYTES)
      // The first links of this program showed their ids. They work as long as there are emails with them.
      if (isProof(proof, purpose, body)) return readBody(body)
      mask(body, proof)
      return isProof(proof, purpose, body) ? readBody(body) : undefined
    },
    makeMailbox(use, { projectId, emailId }) {
      const proof = Buffer.from(mac(MAILBOX_PURPOSES[use], idBytes(projectId, emailId)), 'latin1')
      return `${LETTERS[use]}-${toBase32(idBytes(emailId))}${toBase32(proof.subarray(0, MAILBOX_MAC_BYTES))}`
    },
    readMailbox(localPart, candidates) {
      const [whole, letter, id = '', proof = ''] = MAILBOX.exec(localPart.toLowerCase()) ?? []
      const emailBytes = fromBase32(id)
      const given = fromBase32(proof)
      if (whole === undefined || !emailBytes || !given) return undefined
      const use = letter === LETTERS.unsubscribe ? 'unsubscribe' : 'return-path'
      const emailId = toUuid(emailBytes, 0)
      const projectId = candidates.find((candidate) =>
        isProof(given, MAILBOX_PURPOSES[use], idBytes(candidate, emailId)),
      )
      return projectId === undefined ? undefined : { use, projectId, emailId }
    },
  }
}

const idBytes = (...ids: string[]): Buffer => Buffer.from(ids.map(hexOf).join(''), 'hex')

const hexOf = (id: string): string =>
  id.slice(0, 8) + id.slice(9, 13) + id.slice(14, 18) + id.slice(19, 23) + id.slice(24)

function writeBody(token: Buffer, ids: readonly string[], number: number): number {
  let at = 0
  for (const id of ids) {
    const written = token.write(hexOf(id), at, ID_BYTES, 'hex')
    if (id.length !== ID_LENGTH || written !== ID_BYTES) throw new Error('a token is made of UUIDs')
    at += ID_BYTES
  }
  let rest = number
  for (; rest > 0x7f; rest >>>= 7) at = token.writeUInt8((rest & 0x7f) | 0x80, at)
  return token.writeUInt8(rest, at)
}

/** Seven bits a byte, lowest first, the highest bit set on all but the last. */
function numberBytes(number: number): number {
  let bytes = 1
  for (let rest = number; rest > 0x7f; rest >>>= 7) bytes += 1
  return bytes
}

/** The body is one of ours, so its number is well written: the MAC is looked at first. */
function readBody(body: Buffer): LinkToken {
  const count = Math.floor(body.length / ID_BYTES)
  const ids = Array.from({ length: count }, (_, index) => toUuid(body, index * ID_BYTES))
  let number = 0
  for (const [index, byte] of body.subarray(count * ID_BYTES).entries()) {
    number |= (byte & 0x7f) << (7 * index)
  }
  return { ids, number }
}

function toUuid(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + ID_BYTES)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/**
 * Node reads base64 with anything in it and ignores the bits that the last character has to spare (RFC 4648, section
 * 3.5), so that several texts would be the same token: only the one that it writes itself counts.
 */
function decodeCanonical(token: string): Buffer | undefined {
  if (token.length > MOST_CHARACTERS) return undefined
  const bytes = Buffer.from(token, 'base64url')
  return bytes.toString('base64url') === token ? bytes : undefined
}

// RFC 4648, section 6, in lower case: servers on the way may change the case of a local part.
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

function toBase32(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(held >>> (bits - 5)) & 31]
  }
  return bits === 0 ? text : text + BASE32[(held << (5 - bits)) & 31]
}

/** Undefined where the bits that the last character has to spare are not zero. */
function fromBase32(text: string): Buffer | undefined {
  const bytes = Buffer.alloc(Math.floor((text.length * 5) / 8))
  let at = 0
  let bits = 0
  let held = 0
  for (const character of text) {
    held = ((held << 5) | BASE32.indexOf(character)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    at = bytes.writeUInt8((held >>> bits) & 0xff, at)
  }
  return (held & ((1 << bits) - 1)) === 0 ? bytes : undefined
}
