// Messages of Amazon SNS: their form, the text that is signed, and where SNS lives.
import { createVerify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { isObject, textAt } from './json-values.ts'

const TYPES = ['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation'] as const

export type SnsMessage = {
  type: (typeof TYPES)[number]
  topicArn: string
  message: string
  timestamp: Date
  subscribeUrl: string
  certificateUrl: string
  signature: string
  algorithm: 'RSA-SHA1' | 'RSA-SHA256'
  /** The text that the signature covers. */
  signedText: string
}

/** The signature versions of SNS. */
const ALGORITHMS: Record<string, SnsMessage['algorithm']> = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' }

const SIGNED = {
  notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  subscription: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
}

/** Undefined for anything else, such as the raw delivery of SNS, which is not signed. */
export function readSnsMessage(json: unknown): SnsMessage | undefined {
  if (!isObject(json)) return undefined
  const type = TYPES.find((one) => one === json['Type'])
  const algorithm = ALGORITHMS[textAt(json, 'SignatureVersion')]
  const timestamp = new Date(textAt(json, 'Timestamp'))
  if (type === undefined || algorithm === undefined || Number.isNaN(timestamp.getTime())) return undefined
  const names = type === 'Notification' ? SIGNED.notification : SIGNED.subscription
  return {
    type,
    algorithm,
    timestamp,
    topicArn: textAt(json, 'TopicArn'),
    message: textAt(json, 'Message'),
    subscribeUrl: textAt(json, 'SubscribeURL'),
    certificateUrl: textAt(json, 'SigningCertURL') || textAt(json, 'SigningCertUrl'),
    signature: textAt(json, 'Signature'),
    signedText: names
      .filter((name) => typeof json[name] === 'string')
      .map((name) => `${name}\n${textAt(json, name)}\n`)
      .join(''),
  }
}

export const isSignedBy = ({ algorithm, signedText, signature }: SnsMessage, key: KeyObject): boolean =>
  createVerify(algorithm).update(signedText, 'utf8').verify(key, signature, 'base64')

const SNS_HOST = /^sns\.[a-z]{2}(?:-[a-z]+)+-\d\.amazonaws\.com(?:\.cn)?$/

/** Only SNS can put anything at such a URL. */
export function isSnsUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const isPlain = url.username === '' && url.password === '' && url.port === ''
  return url.protocol === 'https:' && isPlain && SNS_HOST.test(url.hostname)
}

/** The certificates of SNS are at the top of its host; other paths there answer calls. */
export const isCertificateUrl = (text: string): boolean =>
  isSnsUrl(text) && /^\/SimpleNotificationService-[\da-zA-Z]{1,64}\.pem$/.test(new URL(text).pathname)
