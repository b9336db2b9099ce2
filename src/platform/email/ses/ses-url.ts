// MAIL_TRANSPORT=ses://region: the one place that reads it. Transports of projects have the same parts as fields.
import type { AwsCredentials } from '../../aws/sigv4.ts'

export type SesUrl = {
  region: string
  /** The API: https://email.<region>.amazonaws.com unless another is given. */
  endpoint: URL
  /** Undefined if the settings AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY have them. */
  credentials: AwsCredentials | undefined
  configurationSet: string | undefined
}

export const isSesUrl = (text: string): boolean => text.startsWith('ses:')

/** Such as eu-west-1 and us-gov-west-1. */
const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/

export const isSesRegion = (text: string): boolean => REGION.test(text)

export const isConfigurationSet = (text: string): boolean => /^[\w-]{1,64}$/.test(text)

const THIS_MACHINE = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Only a server on this machine is reached without TLS. */
export function isSesEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname, search, username } = new URL(text)
  const isSecure = protocol === 'https:' || (protocol === 'http:' && THIS_MACHINE.has(hostname))
  return isSecure && pathname === '/' && search === '' && username === ''
}

/** The problem with the text before its options; undefined if there is none. */
export function problemOfSesUrl(text: string): string | undefined {
  const url = parsed(text)
  if (url === undefined) return MALFORMED
  if (!isSesRegion(url.hostname) || url.port !== '') {
    return 'must name a region of AWS, such as ses://eu-west-1'
  }
  const keys = [url.username, url.password].map((part) => decodeURIComponent(part))
  const isComplete = keys.every((key) => key === '') || keys.every((key) => AWS_KEY.test(key))
  return isComplete ? undefined : MALFORMED
}

/** Parts of a key are in headers. */
export const AWS_KEY = /^[\x21-\x7e]+$/

const MALFORMED =
  'must be ses://region or ses://KEY:SECRET@region; write /, @, : and % of a secret as %2F, %40, %3A and %25'

/** Undefined for a text that cannot be read: a secret with a slash that is not encoded ends the host. */
function parsed(text: string): URL | undefined {
  try {
    const url = new URL(text)
    decodeURIComponent(url.username + url.password)
    return /^\/?$/.test(url.pathname) ? url : undefined
  } catch {
    return undefined
  }
}

/** Reads a text that `problemOfSesUrl` finds nothing wrong with. */
export function readSesUrl(text: string): SesUrl {
  const { hostname: region, username, password, searchParams } = new URL(text)
  return {
    region,
    endpoint: sesEndpoint(region, searchParams.get('endpoint')),
    credentials:
      username === ''
        ? undefined
        : { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    configurationSet: searchParams.get('configuration-set') ?? undefined,
  }
}

/** `given`: null for the public one of the region. */
export const sesEndpoint = (region: string, given: string | null): URL =>
  new URL(given ?? `https://${sesHost(region, 'email')}`)

/** `email-smtp` is the relay of the same region, and leaves from the same addresses. */
export const sesHost = (region: string, service: 'email' | 'email-smtp'): string =>
  `${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`

/** The region of a relay; undefined if it is not one of SES. */
export const regionOfSesHost = (host: string): string | undefined =>
  /^email-smtp(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/.exec(host)?.[1]

/** The host that takes bounces for a custom MAIL FROM domain: https://docs.aws.amazon.com/ses/latest/dg/mail-from.html */
export const sesFeedbackHost = (region: string): string => `feedback-smtp.${region}.amazonses.com`
