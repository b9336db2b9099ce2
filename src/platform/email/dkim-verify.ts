// Verifies DKIM signatures (RFC 6376) of emails that come in. Reading is apart from verifying: the hashes are made in a thread,
// because the sender chooses the size of an email, and the key is looked up by the main one. A signature that covers only a
// part of the body (l=) does not count: anybody could have added the rest.
import { createHash, createPublicKey, hash, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { relaxedBody } from './dkim-body.ts'

/** A signature with the text that it covers, ready to be verified with the key of its domain. */
export type SignatureClaim = {
  domain: string
  selector: string
  algorithm: 'rsa-sha256' | 'ed25519-sha256'
  /** In base64. */
  signature: string
  /** The signed headers, in latin1. */
  signedText: string
  /** Seconds since 1970. */
  expiresAt: number | null
}

type Field = { name: string; line: string }

// A message has one or two; each costs a look-up.
const MOST_SIGNATURES = 5
const MOST_HEADER_BYTES = 256 * 1024
// RFC 8301 section 3.2: shorter keys prove nothing.
const LEAST_RSA_BITS = 1024

/** Those that fit the body and cover From. The rest is worth no look-up. */
export function readSignatures(message: Uint8Array): SignatureClaim[] {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  const end = bytes.indexOf('\r\n\r\n')
  const headerEnd = end < 0 ? bytes.length : end
  if (headerEnd > MOST_HEADER_BYTES) return []
  const body = bytes.subarray(Math.min(headerEnd + 4, bytes.length))
  const fields = bytes
    .toString('latin1', 0, headerEnd)
    .split(/\r\n(?![ \t])/)
    .flatMap(toField)
  const hashes = new Map<string, string>()
  return fields
    .filter(({ name }) => name === 'dkim-signature')
    .slice(0, MOST_SIGNATURES)
    .flatMap((field) => toClaim(field, { fields, body, hashes }) ?? [])
}

type Message = { fields: readonly Field[]; body: Buffer; hashes: Map<string, string> }

function toClaim(field: Field, { fields, body, hashes }: Message): SignatureClaim | undefined {
  const tags = readTags(field.line.slice(field.line.indexOf(':') + 1))
  const tag = (name: string) => tags.get(name)?.replace(/\s/g, '') ?? ''
  const algorithm = tag('a').toLowerCase()
  const [forHeader = 'simple', forBody = 'simple'] = (tag('c') || 'simple/simple').toLowerCase().split('/')
  const names = tag('h').toLowerCase().split(':')
  const isReadable = tag('v') === '1' && tag('d') !== '' && tag('s') !== '' && !tags.has('l')
  if (!isReadable || !names.includes('from') || !isAlgorithm(algorithm)) return undefined
  if (bodyHash(body, { form: forBody, hashes }) !== tag('bh')) return undefined
  const canonical = forHeader === 'relaxed' ? relaxed : ({ line }: Field) => `${line}\r\n`
  const unsigned = { ...field, line: field.line.replace(/([;:\s]b\s*=)[^;]*/, '$1') }
  return {
    domain: tag('d').toLowerCase(),
    selector: tag('s').toLowerCase(),
    algorithm,
    signature: tag('b'),
    signedText: selectFields(fields, names).map(canonical).join('') + canonical(unsigned).slice(0, -2),
    expiresAt: /^\d{1,12}$/.test(tag('x')) ? Number(tag('x')) : null,
  }
}

const isAlgorithm = (text: string): text is SignatureClaim['algorithm'] =>
  text === 'rsa-sha256' || text === 'ed25519-sha256'

function toField(line: string): Field[] {
  const colon = line.indexOf(':')
  return colon < 0 ? [] : [{ name: line.slice(0, colon).trimEnd().toLowerCase(), line }]
}

/** RFC 6376 section 5.4.2: a name that is repeated stands for the next field above. */
function selectFields(fields: readonly Field[], names: readonly string[]): Field[] {
  const left = new Map<string, Field[]>()
  for (const field of fields) {
    const known = left.get(field.name)
    if (known) known.push(field)
    else left.set(field.name, [field])
  }
  return names.flatMap((name) => left.get(name)?.pop() ?? [])
}

function bodyHash(body: Buffer, { form, hashes }: { form: string; hashes: Map<string, string> }): string {
  const known = hashes.get(form)
  if (known !== undefined) return known
  const made = hash('sha256', form === 'relaxed' ? relaxedBody(body) : simpleBody(body), 'base64')
  hashes.set(form, made)
  return made
}

/** RFC 6376 section 3.4.3. */
function simpleBody(body: Buffer): Buffer {
  let end = body.length
  while (end >= 4 && body.toString('latin1', end - 4, end) === '\r\n\r\n') end -= 2
  const text =
    end === 2 && body.toString('latin1', 0, 2) === '\r\n' ? body.subarray(0, 0) : body.subarray(0, end)
  return text.subarray(-2).toString('latin1') === '\r\n' ? text : Buffer.concat([text, Buffer.from('\r\n')])
}

/** RFC 6376 section 3.4.2. */
function relaxed({ name, line }: Field): string {
  const value = line
    .slice(line.indexOf(':') + 1)
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
  return `${name}:${value.replace(/^ | $/g, '')}\r\n`
}

function readTags(text: string): Map<string, string> {
  const tags = new Map<string, string>()
  for (const part of text.split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0) tags.set(part.slice(0, equals).trim().toLowerCase(), part.slice(equals + 1).trim())
  }
  return tags
}

/** The name of the TXT record with the key. */
export const keyName = ({ selector, domain }: SignatureClaim): string => `${selector}._domainkey.${domain}`

/** With the texts of that record. */
export function isSignatureValid(
  claim: SignatureClaim,
  texts: readonly string[],
  { now }: { now: Date },
): boolean {
  if (claim.expiresAt !== null && claim.expiresAt * 1000 < now.getTime()) return false
  return texts.some((text) => isValidWith(claim, text))
}

function isValidWith(claim: SignatureClaim, text: string): boolean {
  const tags = readTags(text)
  if ((tags.get('v') ?? 'DKIM1') !== 'DKIM1') return false
  const isEd25519 = claim.algorithm === 'ed25519-sha256'
  if ((tags.get('k') ?? 'rsa').toLowerCase() !== (isEd25519 ? 'ed25519' : 'rsa')) return false
  try {
    const key = isEd25519 ? ed25519Key(tags.get('p') ?? '') : rsaKey(tags.get('p') ?? '')
    const data = Buffer.from(claim.signedText, 'latin1')
    const signature = Buffer.from(claim.signature, 'base64')
    // RFC 8463 section 3: Ed25519 signs the digest.
    return isEd25519
      ? verify(null, createHash('sha256').update(data).digest(), key, signature)
      : verify('sha256', data, key, signature)
  } catch {
    // Not a key.
    return false
  }
}

function rsaKey(text: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_RSA_BITS) throw new Error('the key is too short')
  return key
}

const ed25519Key = (text: string): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(text, 'base64').toString('base64url') },
    format: 'jwk',
  })
