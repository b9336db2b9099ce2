// Which servers an SPF record has to allow where email leaves through a relay. The host that takes email from us is often not
// the one that hands it on: large services publish the addresses of the others under a name for `include:`.
import { isIP } from 'node:net'
import { isPrivateAddress } from '../../../platform/outgoing/private-addresses.ts'
import type { Config } from '../../../platform/config.ts'

/** The domain of the relay, and what its operator asks customers to include, by their documentation. */
const INCLUDES: readonly [RegExp, string][] = [
  [/\bamazonaws\.com$/, 'amazonses.com'],
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
 * The host of the relay; null where email leaves from this server, or through one beside it (localhost, a name without a
 * dot, a private address), which shows the address of this server to others.
 */
export function relayOf({ MAIL_TRANSPORT }: Pick<Config, 'MAIL_TRANSPORT'>): string | null {
  if (MAIL_TRANSPORT.startsWith('ses:')) {
    return `email-smtp.${MAIL_TRANSPORT.slice('ses://'.length)}.amazonaws.com`
  }
  if (!/^smtps?:/.test(MAIL_TRANSPORT)) return null
  const host = new URL(MAIL_TRANSPORT).hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '')
  if (isIP(host) !== 0) return isPrivateAddress(host) ? null : host
  return host.includes('.') && !/\.(?:localhost|local|internal|lan)$/.test(host) ? host : null
}

/** What the record has to include for a relay whose operator says so. */
export const includeFor = (relay: string): string | undefined =>
  INCLUDES.find(([form]) => form.test(relay))?.[1]

/** The term that allows it, as far as we know. */
export function termFor(relay: string): string {
  const include = includeFor(relay)
  if (include !== undefined) return `include:${include}`
  const kind = isIP(relay)
  return kind === 0 ? `a:${relay}` : `ip${kind}:${relay}`
}

/** Whether a name that the record leads to is one of the relay's operator. */
export function belongsTo(relay: string, name: string): boolean {
  const include = includeFor(relay)
  const owner = include ?? ownerOf(relay)
  return isIP(relay) === 0 && (name === owner || name.endsWith(`.${owner}`))
}

/** The part of a name that somebody bought: the last two labels, or three below co.uk and its like. */
function ownerOf(host: string): string {
  const labels = host.split('.')
  const isShared =
    /^(?:com?|net|org|ac|gov|edu|ne|or)$/.test(labels.at(-2) ?? '') && labels.at(-1)?.length === 2
  return labels.slice(isShared ? -3 : -2).join('.')
}
