// A self-signed certificate for a mail server without one: it protects against eavesdroppers, and against impostors once a
// client has pinned it.
import { generateKeyPair, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { promisify } from 'node:util'

export type SelfSignedCertificate = { certificate: string; key: string }

// RFC 5280, appendix A.1 (ub-common-name).
const LONGEST_COMMON_NAME = 64

/** @param name a host name or an IP address */
export async function makeSelfSignedCertificate(
  name: string,
  { from, until }: { from: Date; until: Date },
): Promise<SelfSignedCertificate> {
  // An installation needs it once.
  const { default: forge } = await import('node-forge')
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  certificate.serialNumber = serialNumber()
  certificate.validity.notBefore = from
  certificate.validity.notAfter = until
  // Clients compare the alternative name; this one is for people.
  const commonName = name.length > LONGEST_COMMON_NAME ? 'lettermill' : name
  certificate.setSubject([{ name: 'commonName', value: commonName }])
  certificate.setIssuer([{ name: 'commonName', value: commonName }])
  certificate.setExtensions(extensionsFor(name))
  certificate.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create())
  return { certificate: forge.pki.certificateToPem(certificate), key: privateKey }
}

/** RFC 5280 section 4.1.2.2: positive, so the first bit is 0, and the first byte is not. */
function serialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes.toString('hex')
}

/** The extensions that strict verifiers require of a self-signed certificate (RFC 5280 section 4.2.1). */
const extensionsFor = (name: string): object[] => [
  { name: 'basicConstraints', critical: true, cA: true },
  { name: 'keyUsage', critical: true, digitalSignature: true, keyEncipherment: true, keyCertSign: true },
  { name: 'extKeyUsage', serverAuth: true },
  { name: 'subjectKeyIdentifier' },
  { name: 'authorityKeyIdentifier', keyIdentifier: true },
  { name: 'subjectAltName', altNames: [isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name }] },
]
