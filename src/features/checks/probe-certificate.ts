// Reads the certificate of a host by a TLS handshake, without a request.
import tls from 'node:tls'
import type { PeerCertificate } from 'node:tls'
import { quote } from './check-finding.ts'

export type CertificateAnswer =
  /** Nothing was learned. */
  | { status: 'unanswered'; reason: string }
  /** There is no TLS at this host. */
  | { status: 'refused'; reason: string }
  | {
      status: 'found'
      validFrom: Date
      validTo: Date
      issuer: string
      /** The names that it has instead. */
      nameProblem: string | null
      chainProblem: string | null
    }

const LIMIT_MS = 8_000

export type CertificateTarget = { host: string; address: string; port: number }

export async function probeCertificate({
  host,
  address,
  port,
}: CertificateTarget): Promise<CertificateAnswer> {
  const { promise, resolve } = Promise.withResolvers<CertificateAnswer>()
  const socket = tls.connect({
    host: address,
    port,
    servername: host,
    // A wrong certificate is an answer too.
    rejectUnauthorized: false,
    timeout: LIMIT_MS,
  })
  socket.once('secureConnect', () => resolve(readCertificate(socket, host)))
  socket.once('timeout', () => resolve({ status: 'unanswered', reason: `${host} did not answer in time` }))
  socket.once('error', (error: Error) => resolve({ status: 'refused', reason: quote(error.message) }))
  try {
    return await promise
  } finally {
    // An error that follows is of no interest, but would end the process.
    socket.on('error', () => undefined).destroy()
  }
}

/** Faults that the dates say more clearly. */
const DATES = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'])

const CHAIN_WORDS: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its issuer is unknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the server does not send the certificate of its issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'the server does not send the certificate of its issuer, or it is unknown',
}

function readCertificate(socket: tls.TLSSocket, host: string): CertificateAnswer {
  const certificate = socket.getPeerCertificate()
  if (!certificate.valid_to) return { status: 'refused', reason: 'the server has no certificate' }
  const isOtherName = tls.checkServerIdentity(host, certificate) !== undefined
  // The code of the error of OpenSSL; Node describes it as an error, and gives the code.
  const code = String(socket.authorizationError ?? '')
  const isChainWrong = code !== '' && !DATES.has(code) && !code.includes('ALTNAME')
  return {
    status: 'found',
    validFrom: new Date(certificate.valid_from),
    validTo: new Date(certificate.valid_to),
    issuer: quote(first(certificate.issuer.O) ?? first(certificate.issuer.CN) ?? 'an unknown issuer'),
    nameProblem: isOtherName ? namesOf(certificate) : null,
    chainProblem: isChainWrong ? (CHAIN_WORDS[code] ?? quote(code)) : null,
  }
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

const namesOf = ({ subjectaltname, subject }: PeerCertificate): string =>
  quote(subjectaltname?.replaceAll('DNS:', '') ?? first(subject.CN) ?? 'no name')
