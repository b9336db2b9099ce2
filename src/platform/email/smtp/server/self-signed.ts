// A self-signed certificate for a mail server without one: it protects against eavesdroppers, and against impostors once a
// client has pinned it. Written by hand (RFC 5280, DER of X.690) because Node can read certificates but not create them,
// and no other program may be needed.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP, isIPv4 } from 'node:net'
import { ipv6Groups } from '../../../addresses/ip-network.ts'

export type SelfSignedCertificate = { certificate: string; key: string }

/** @param name a host name or an IP address */
export function makeSelfSignedCertificate(
  name: string,
  { from, until }: { from: Date; until: Date },
): SelfSignedCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const subject = commonName(name)
  const signed = sequence(
    tagged(0xa0, integer(Buffer.of(2))),
    integer(serialNumber()),
    ECDSA_WITH_SHA256,
    subject,
    sequence(time(from), time(until)),
    subject,
    spki,
    tagged(0xa3, sequence(...extensions(name, spki))),
  )
  const signature = bitString(sign('sha256', signed, privateKey))
  return {
    certificate: pem('CERTIFICATE', sequence(signed, ECDSA_WITH_SHA256, signature)),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

/** Tag, length, content (X.690 section 8.1). */
function tagged(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const length =
    body.length < 0x80 ? Buffer.of(body.length) : Buffer.of(0x82, body.length >> 8, body.length & 0xff)
  return Buffer.concat([Buffer.of(tag), length, body])
}

const sequence = (...content: Buffer[]): Buffer => tagged(0x30, ...content)
const integer = (bytes: Buffer): Buffer => tagged(0x02, bytes)
const octets = (bytes: Buffer): Buffer => tagged(0x04, bytes)
/** Zero unused bits in the last byte. */
const bitString = (bytes: Buffer): Buffer => tagged(0x03, Buffer.of(0), bytes)
const oid = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'))

// 1.2.840.10045.4.3.2 (RFC 5758 section 3.2).
const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'))

/** RFC 5280 section 4.1.2.2: positive, so the first bit is 0, and the first byte is not. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes
}

// RFC 5280, appendix A.1 (ub-common-name).
const LONGEST_COMMON_NAME = 64

/** 2.5.4.3. Clients compare the alternative name; this one is for people. */
function commonName(name: string): Buffer {
  const text = tagged(0x0c, Buffer.from(name.length > LONGEST_COMMON_NAME ? 'lettermill' : name))
  return sequence(tagged(0x31, sequence(oid('550403'), text)))
}

/** RFC 5280 section 4.1.2.5: two digits for the year until 2049, four from then on. */
function time(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return date.getUTCFullYear() < 2050
    ? tagged(0x17, Buffer.from(digits.slice(2)))
    : tagged(0x18, Buffer.from(digits))
}

/** The extensions that strict verifiers require of a self-signed certificate (RFC 5280 section 4.2.1). */
function extensions(name: string, spki: Buffer): Buffer[] {
  const keyId = createHash('sha1').update(spki).digest()
  const isTrue = tagged(0x01, Buffer.of(0xff))
  const critical = (id: string, value: Buffer) => sequence(oid(id), isTrue, octets(value))
  const plain = (id: string, value: Buffer) => sequence(oid(id), octets(value))
  return [
    // basicConstraints: it is its own certificate authority.
    critical('551d13', sequence(isTrue)),
    // keyUsage: digitalSignature and keyCertSign; the last two bits are unused.
    critical('551d0f', tagged(0x03, Buffer.of(2, 0b1000_0100))),
    // extKeyUsage: serverAuth.
    plain('551d25', sequence(oid('2b06010505070301'))),
    plain('551d0e', octets(keyId)),
    plain('551d23', sequence(tagged(0x80, keyId))),
    plain('551d11', sequence(alternativeName(name))),
  ]
}

function alternativeName(name: string): Buffer {
  if (isIP(name) === 0) return tagged(0x82, Buffer.from(name))
  return tagged(0x87, isIPv4(name) ? Buffer.from(name.split('.').map(Number)) : ipv6Bytes(name))
}

const ipv6Bytes = (address: string): Buffer =>
  Buffer.from(
    ipv6Groups(address)
      .map((group) => group.padStart(4, '0'))
      .join(''),
    'hex',
  )

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd()
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`
}
