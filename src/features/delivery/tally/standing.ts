// How a receiver took an email, for the reputation over time: the labels of the counter `reputation`, and replies that can be
// grouped. Pure.
import { domainOfAddress } from '../../../platform/addresses/email-address.ts'
import { mailboxProviderOf } from '../../../platform/email/mailbox-providers.ts'
import { LIMITED_NAMES } from '../../../platform/email/mx/destination-limits.values.ts'
import type { TransportId } from '../../../platform/ids.ts'

/** The way that an attempt took. */
export type Via = {
  /** The transport of a project; undefined: MAIL_TRANSPORT. */
  transportId?: TransportId | undefined
  /** The destination of own delivery, which knows the provider behind the domain of a company. */
  destination?: string | undefined
  /** The address of this machine, if own delivery was told which to use. */
  localAddress?: string | undefined
}

/** The sender of a label if MAIL_TRANSPORT sent the email. */
export const INSTANCE_SENDER = 'instance'

/** `reported`: refused after it was accepted, by a report. */
export type StandingWhat = 'accepted' | 'deferred' | 'refused' | 'reported' | 'complained'

const PROVIDERS: ReadonlySet<string> = new Set(LIMITED_NAMES)

/** '<provider> <sender>', such as 'google instance' or 'others <id of a transport>:203.0.113.7'. */
export function standingOf(
  address: string,
  { transportId = INSTANCE_SENDER as TransportId, destination, localAddress = '' }: Via,
): string {
  const provider =
    destination === undefined ? mailboxProviderOf(domainOfAddress(address).toLowerCase()) : destination
  const known = provider !== undefined && PROVIDERS.has(provider) ? provider : 'others'
  return `${known} ${transportId}${localAddress && `:${localAddress}`}`
}

/** Undefined for an attempt that says nothing about the receiver. */
export function whatOf(status: string): StandingWhat | undefined {
  switch (status) {
    case 'SENT':
    case 'DELIVERED':
      return 'accepted'
    case 'BOUNCED':
      return 'refused'
    // The last of several deferrals, or one for which no time was left.
    case 'DEFERRED':
    case 'FAILED':
      return 'deferred'
    default:
      return undefined
  }
}

// Enough to recognise an answer.
const LONGEST = 200

// More than any useful answer; the patterns below look at each character a few times.
const MOST_READ = 1_000

/**
 * An answer without what differs from email to email: addresses, ids, numbers, times. Codes stay, because they are what the answer
 * says. `recipient`: its name may stand alone, as in "user ada unknown", and must not outlive the contact.
 */
export function groupableReply(text: string, recipient: string): string {
  const name = recipient.slice(0, Math.max(0, recipient.lastIndexOf('@')))
  const [, codes = '', rest = ''] = CODES.exec(text.slice(0, MOST_READ).replaceAll(/\s+/g, ' ').trim()) ?? []
  const words = withoutName(rest.replaceAll(URL, '<link>').replaceAll(ADDRESS, '<address>'), name)
    .replaceAll(IP, '<address>')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?Z?/g, '<time>')
    .replaceAll(ID, '<id>')
    .replaceAll(NUMBER, '<n>')
  return `${codes}${words}`.slice(0, LONGEST).trim()
}

/** For a text that people of another project see. */
export const withoutAddresses = (text: string): string => text.replaceAll(ADDRESS, '<address>')

/** The codes at the beginning: 550, 5.7.1. */
const CODES = /^((?:[2-5]\d\d[ -])?(?:[245]\.\d{1,3}\.\d{1,3} )?)(.*)$/

/** Only the host of a link says something. */
const URL = /https?:\/\/\S{1,300}/gi
const ADDRESS = /<?[^\s<>@]{1,64}@[\w.-]{1,255}>?/g
const IP = /\[?(?:(?:\d{1,3}\.){3}\d{1,3}|(?:[\da-f]{1,4}:){2,7}[\da-f:]{0,39})\]?/gi

/** A word of at least six characters with a digit in it that is not an enhanced code, such as s12-20020a05600c or 4Xk2Lq0. */
const ID =
  /(?<![\w.-])(?=[\w.-]{0,60}\d)(?![245]\.\d{1,3}\.\d{1,3}(?![\w.-]))(?=[\w-]*[a-z])[\w.-]{6,120}(?![\w-])/gi
const NUMBER = /(?<![\w.])\d+(?:\.\d+)?(?![\w.]*\w)/g

const MOST_USUAL = 2

// RegExp.escape is not in Node 22.
const SPECIAL = /[\\^$.*+?()[\]{}|/-]/g

function withoutName(text: string, name: string): string {
  if (name.length <= MOST_USUAL) return text
  const escaped = name.replaceAll(SPECIAL, String.raw`\$&`)
  return text.replaceAll(new RegExp(`(?<!\\w)${escaped}(?!\\w)`, 'gi'), '<address>')
}
