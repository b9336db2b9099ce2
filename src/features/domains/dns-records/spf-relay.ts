// The servers that an SPF record has to allow if emails leave through a relay. The host that accepts emails from us is often
// not the one that sends them on: large services publish the addresses of the others under a name for `include:`.
import { isIP } from 'node:net'
import { hostOfUrl } from '../../../platform/addresses/url-host.ts'
import { isPrivateAddress } from '../../../platform/outgoing/private-addresses.ts'
import type { Config } from '../../../platform/config.ts'
import { isSesUrl, readSesUrl, sesHost } from '../../../platform/email/ses/ses-url.ts'

/** The domain of the relay, and the include that its operator documents. */
const INCLUDES: readonly [RegExp, string][] = [
  [/\bamazonaws\.com(?:\.cn)?$/, 'amazonses.com'],
  [/\b(?:gmail|google|googlemail)\.com$/, '_spf.google.com'],
  [/\b(?:office365|outlook)\.com$/, 'spf.protection.outlook.com'],
  [/\bpostmarkapp\.com$/, 'spf.mtasv.net'],
  [/\bresend\.com$/, 'amazonses.com'],
  [/\bsendgrid\.net$/, 'sendgrid.net'],
  [/\bmailgun\.org$/, 'mailgun.org'],
  [/\bmailjet\.com$/, 'spf.mailjet.com'],
  [/\b(?:brevo|sendinblue)\.com$/, 'spf.brevo.com'],
  [/\bmandrillapp\.com$/, 'spf.mandrillapp.com'],
  [/\bsparkpostmail\.com$/, 'sparkpostmail.com'],
  [/\bzoho\.com$/, 'zoho.com'],
]

/**
 * The host of the relay; null if emails leave from this server, or through one beside it (localhost, a name without a dot, a
 * private address), which sends from the address of this server.
 */
export function relayOf({ MAIL_TRANSPORT }: Pick<Config, 'MAIL_TRANSPORT'>): string | null {
  // The API and the relay of a region send from the same addresses.
  if (isSesUrl(MAIL_TRANSPORT)) return sesHost(readSesUrl(MAIL_TRANSPORT).region, 'email-smtp')
  if (!/^smtps?:/.test(MAIL_TRANSPORT)) return null
  return relayAt(hostOfUrl(new URL(MAIL_TRANSPORT)).toLowerCase())
}

/** The relay at a host in lower case; null as above. */
export function relayAt(host: string): string | null {
  if (isIP(host) !== 0) return isPrivateAddress(host) ? null : host
  return host.includes('.') && !/\.(?:localhost|local|internal|lan)$/.test(host) ? host : null
}

export const includeFor = (relay: string): string | undefined =>
  INCLUDES.find(([form]) => form.test(relay))?.[1]

/** The SPF term that allows the relay. */
export function termFor(relay: string): string {
  const include = includeFor(relay)
  if (include !== undefined) return `include:${include}`
  const kind = isIP(relay)
  return kind === 0 ? `a:${relay}` : `ip${kind}:${relay}`
}

/** Whether a name in the record belongs to the operator of the relay. */
export function belongsTo(relay: string, name: string): boolean {
  const include = includeFor(relay)
  const owner = include ?? ownerOf(relay)
  return isIP(relay) === 0 && (name === owner || name.endsWith(`.${owner}`))
}

/** The registrable domain: the last two labels, or three below co.uk and the like. */
function ownerOf(host: string): string {
  const labels = host.split('.')
  const isShared =
    /^(?:com?|net|org|ac|gov|edu|ne|or)$/.test(labels.at(-2) ?? '') && labels.at(-1)?.length === 2
  return labels.slice(isShared ? -3 : -2).join('.')
}
