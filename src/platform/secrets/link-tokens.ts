// The signed tokens in public links and in addresses. A token permits exactly its purpose: the MAC covers the purpose and
// the content, and only one spelling of each token is valid.
//
// Links are shared more easily than emails: people post the pages they lead to. So a link hides its ids, which are also in
// the header of the email and make a complaint credible: they are encrypted, with the MAC as nonce (as in RFC 5297). Equal
// inputs always give the same link.
//
// An email has half a dozen of them, so they use the cheapest calls (quick-crypto.ts).
import { timingSafeEqual } from 'node:crypto'
import { createCounterMask, createQuickHmac } from './quick-crypto.ts'
import { DepartedProjectError } from './departed-project.ts'
import type { Secrets } from './secrets.ts'
import type { Signer } from './signer.ts'

/** `report`: in the metadata that a provider returns with its reports. */
export type LinkPurpose =
  | 'unsubscribe'
  | 'subscribe'
  | 'manage'
  | 'confirm'
  | 'browser'
  | 'open'
  | 'click'
  | 'report'

export type LinkToken = {
  /** UUIDs in lower case; the purpose defines which. */
  ids: string[]
  number: number
}

/** The use of an address of one email: its return path, or its mailto unsubscribe address. */
export type MailboxUse = 'return-path' | 'unsubscribe'

export type EmailOfMailbox<ProjectId extends string = string> = { projectId: ProjectId; emailId: string }

export type LinkTokens = {
  /** @param what `number` defaults to 0, and is below 2^31 */
  make(purpose: LinkPurpose, what: { ids: readonly string[]; number?: number }): string
  /**
   * Undefined for anything that `make` did not create for this purpose, here or on the installation that a project came from.
   * @throws DepartedProjectError for a link of a project that has left
   */
  read(purpose: LinkPurpose, token: string): LinkToken | undefined
  /** The local part of an address of one email (VERP): 48 case-insensitive characters. */
  makeMailbox(use: MailboxUse, email: EmailOfMailbox): string
  /**
   * The email that an address belongs to. The address has no room for the project (RFC 5321, section 4.5.3.1.1: 64
   * characters): it is the one of the given projects whose MAC matches.
   */
  readMailbox<ProjectId extends string>(
    localPart: string,
    candidates: readonly ProjectId[],
  ): (EmailOfMailbox<ProjectId> & { use: MailboxUse }) | undefined
}

const ID_BYTES = 16
const ID_LENGTH = 36
const MAC_BYTES = 16

// 96 bits cannot be guessed, and keep the local part short enough for servers that prepend a tag.
const MAILBOX_MAC_BYTES = 12

// Three ids, five bytes of number, the MAC. Longer tokens are not decoded.
const MOST_IDS = 4
const MOST_NUMBER_BYTES = 5
const MOST_BODY_BYTES = MOST_IDS * ID_BYTES + MOST_NUMBER_BYTES
const MOST_CHARACTERS = Math.ceil(((MOST_BODY_BYTES + MAC_BYTES) * 4) / 3)

const MAILBOX = /^([bu])-([a-z2-7]{26})([a-z2-7]{20})$/
const LETTERS: Record<MailboxUse, string> = { 'return-path': 'b', unsubscribe: 'u' }
/** The MAC purpose of each use. */
const MAILBOX_PURPOSES: Record<MailboxUse, string> = {
  'return-path': 'return path',
  unsubscribe: 'unsubscribe address',
}

type LinkSecrets = Pick<Secrets, 'sign' | 'keyring'>

/** The first id of a token is that of the project. */
export function createLinkTokens(secrets: LinkSecrets): LinkTokens {
  const own = createOwnTokens(secrets)
  const { keyring } = secrets
  const known = new WeakMap<Signer, LinkTokens>()
  const tokensOf = (signer: Signer): LinkTokens => {
    const tokens = known.get(signer) ?? createOwnTokens(signer)
    known.set(signer, tokens)
    return tokens
  }
  const unlessDeparted = (purpose: LinkPurpose, read: LinkToken): LinkToken => {
    const [projectId = ''] = read.ids
    const url = keyring.departedTo(projectId)
    // Reports come for many projects at once; those of one that has left are just unknown.
    if (url !== undefined && purpose !== 'report') throw new DepartedProjectError(url, projectId)
    return read
  }
  return {
    ...own,
    read(purpose, token) {
      const read = own.read(purpose, token)
      if (read) return unlessDeparted(purpose, read)
      for (const { signer, projectIds } of keyring.formers()) {
        const former = tokensOf(signer).read(purpose, token)
        if (former && projectIds.has(former.ids[0] ?? '')) return unlessDeparted(purpose, former)
      }
      return undefined
    },
    readMailbox(localPart, candidates) {
      const read = own.readMailbox(localPart, candidates)
      if (read) return read
      for (const { signer, projectIds } of keyring.formers()) {
        const moved = candidates.filter((candidate) => projectIds.has(candidate))
        const former = moved.length > 0 ? tokensOf(signer).readMailbox(localPart, moved) : undefined
        if (former) return former
      }
      return undefined
    },
  }
}

function createOwnTokens(secrets: Pick<Signer, 'sign'>): LinkTokens {
  const macs = new Map<string, (bytes: Buffer) => string>()
  const mac = (purpose: string, bytes: Buffer): string => {
    let one = macs.get(purpose)
    if (!one) {
      one = createQuickHmac(secrets.sign('link tokens', [purpose], 32), { mostBytes: MOST_BODY_BYTES })
      macs.set(purpose, one)
    }
    return one(bytes)
  }
  /** In place. Applying it twice restores the input. */
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
      // The first version's links showed their ids. They work as long as there are emails with them.
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

/** Seven bits per byte, lowest first, the highest bit set on all but the last. */
function numberBytes(number: number): number {
  let bytes = 1
  for (let rest = number; rest > 0x7f; rest >>>= 7) bytes += 1
  return bytes
}

/** The body is authentic, so its number is well-formed: the MAC is checked first. */
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
 * Node accepts base64 with any other characters and ignores spare bits of the last one (RFC 4648, section 3.5), so several
 * texts would be the same token: only the canonical spelling counts.
 */
function decodeCanonical(token: string): Buffer | undefined {
  if (token.length > MOST_CHARACTERS) return undefined
  const bytes = Buffer.from(token, 'base64url')
  return bytes.toString('base64url') === token ? bytes : undefined
}

// RFC 4648, section 6, in lower case: mail servers may change the case of a local part.
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

function toBase32(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let pendingBits = 0
  for (const byte of bytes) {
    pendingBits = ((pendingBits << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(pendingBits >>> (bits - 5)) & 31]
  }
  return bits === 0 ? text : text + BASE32[(pendingBits << (5 - bits)) & 31]
}

/** Undefined if the spare bits of the last character are not zero. */
function fromBase32(text: string): Buffer | undefined {
  const bytes = Buffer.alloc(Math.floor((text.length * 5) / 8))
  let at = 0
  let bits = 0
  let pendingBits = 0
  for (const character of text) {
    pendingBits = ((pendingBits << 5) | BASE32.indexOf(character)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    at = bytes.writeUInt8((pendingBits >>> bits) & 0xff, at)
  }
  return (pendingBits & ((1 << bits) - 1)) === 0 ? bytes : undefined
}
