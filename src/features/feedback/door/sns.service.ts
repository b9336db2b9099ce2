// Checks messages of Amazon SNS against its certificate, and confirms the subscription of our URL.
import { X509Certificate } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { HttpClient } from '../../../platform/outgoing/http-client.ts'
import {
  isCertificateUrl,
  isSignedBy,
  isSnsUrl,
} from '../../../platform/email/feedback/providers/sns-message.ts'
import type { SnsMessage } from '../../../platform/email/feedback/providers/sns-message.ts'
import { TOLERANCE_MS } from '../../../platform/email/feedback/providers/signatures.ts'

const FETCH_MS = 10_000
// SNS replaces its certificate about once a year, in each region.
const MOST_CERTIFICATES = 50
// SNS repeats a notification for up to an hour, with the timestamp of the first attempt.
const NOTIFICATION_MS = 65 * 60_000

export type SnsVerdict =
  | { status: 'genuine' }
  | { status: 'refused'; message: string }
  /** The certificate could not be fetched: SNS is asked to try again. */
  | { status: 'unavailable'; message: string }

export type Sns = {
  verify(message: SnsMessage, now: Date): Promise<SnsVerdict>
  /** Calls the URL that confirms the subscription. Returns the problem, if there is one. */
  confirm(message: SnsMessage): Promise<string | undefined>
}

type SnsParts = {
  http: Pick<HttpClient, 'send'>
  /** Other hosts, for tests. */
  hosts?: { isCertificate: (url: string) => boolean; isSns: (url: string) => boolean }
}

const AMAZON = { isCertificate: isCertificateUrl, isSns: isSnsUrl }

export function createSns({ http, hosts = AMAZON }: SnsParts): Sns {
  const keys = new Map<string, KeyObject>()

  const fetchKey = async (url: string, now: Date): Promise<KeyObject | undefined> => {
    const known = keys.get(url)
    if (known) return known
    const answer = await http.send({ url, timeoutMs: FETCH_MS })
    if (answer.status !== 'answered' || answer.statusCode !== 200) return undefined
    const certificate = readCertificate(answer.body)
    if (!certificate || now > certificate.validToDate || now < certificate.validFromDate) return undefined
    const [oldest] = keys.keys()
    if (keys.size >= MOST_CERTIFICATES && oldest !== undefined) keys.delete(oldest)
    keys.set(url, certificate.publicKey)
    return certificate.publicKey
  }

  return {
    async verify(message, now) {
      if (!hosts.isCertificate(message.certificateUrl)) {
        return { status: 'refused', message: 'The certificate is not at a host of Amazon SNS.' }
      }
      const ageMs = now.getTime() - message.timestamp.getTime()
      if (ageMs < -TOLERANCE_MS || ageMs > NOTIFICATION_MS) {
        return { status: 'refused', message: 'The message is too old, or the clock of this server is wrong.' }
      }
      const key = await fetchKey(message.certificateUrl, now)
      if (!key) {
        return { status: 'unavailable', message: 'The certificate of Amazon SNS could not be fetched.' }
      }
      return isSignedBy(message, key)
        ? { status: 'genuine' }
        : { status: 'refused', message: 'The signature does not match.' }
    },
    async confirm({ subscribeUrl }) {
      if (!hosts.isSns(subscribeUrl)) return 'The SubscribeURL does not lead to Amazon SNS.'
      const answer = await http.send({ url: subscribeUrl, timeoutMs: FETCH_MS })
      if (answer.status !== 'answered') return `Amazon SNS did not answer: ${answer.reason}`
      return answer.statusCode === 200 ? undefined : `Amazon SNS answered ${answer.statusCode}.`
    },
  }
}

function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}
