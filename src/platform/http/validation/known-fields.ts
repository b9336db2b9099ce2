// What the caller of a field that does not exist may have meant: the same letters in another case, the name that other
// services have for it, or a typing error. Anything else is ignored, because clients send fields of their own.
import { isMisspelt } from '../../text/spelling.ts'

/** Names that other email services and libraries use, in small letters without _ and -, and ours for the same thing. */
const SYNONYMS = new Map(
  Object.entries<readonly string[]>({
    scheduledat: ['scheduledFor'],
    scheduleat: ['scheduledFor'],
    sendat: ['scheduledFor'],
    deliverat: ['scheduledFor'],
    deliverytime: ['scheduledFor'],
    replyto: ['reply'],
    reply: ['replyTo'],
    html: ['body'],
    htmlbody: ['body'],
    bodyhtml: ['body'],
    textbody: ['text'],
    bodytext: ['text'],
    plaintext: ['text'],
    templateid: ['template'],
    templatealias: ['template'],
    templatename: ['template'],
    template: ['templateId'],
    variables: ['data'],
    templatedata: ['data'],
    templatemodel: ['data'],
    dynamictemplatedata: ['data'],
    mergevars: ['data'],
    substitutions: ['data'],
    attributes: ['data'],
    properties: ['data'],
    recipient: ['to'],
    recipients: ['to'],
    sender: ['from'],
    fromemail: ['from'],
    fromaddress: ['from'],
    emailaddress: ['email'],
    issubscribed: ['subscribed'],
    optin: ['subscribed'],
    eventname: ['event'],
  }),
)

/**
 * More of them, for calls that refuse every unknown field. Elsewhere these would be guesses: a client may well send a `date`
 * that it means for itself.
 */
const HINTS = new Map(
  Object.entries<readonly string[]>({
    schedule: ['scheduledFor'],
    scheduled: ['scheduledFor'],
    scheduledtime: ['scheduledFor'],
    scheduletime: ['scheduledFor'],
    scheduleddate: ['scheduledFor'],
    date: ['scheduledFor'],
    datetime: ['scheduledFor'],
    time: ['scheduledFor'],
    when: ['scheduledFor'],
    at: ['scheduledFor'],
    startat: ['scheduledFor'],
    startsat: ['scheduledFor'],
    starttime: ['scheduledFor'],
    delay: ['delaySeconds'],
    wait: ['delaySeconds'],
    filter: ['filters', 'audienceFilter'],
    filters: ['audienceFilter'],
    conditions: ['filters', 'audienceFilter'],
    audience: ['audienceType'],
    segment: ['segmentId'],
    segments: ['segmentId'],
    content: ['body'],
    preheader: ['previewText'],
    title: ['name'],
    members: ['emails'],
    contacts: ['emails'],
    active: ['enabled'],
    event: ['eventName'],
  }),
)

/** The longest field of ours has 25 letters; comparing longer names takes longer and finds nothing. */
const LONGEST_COMPARED = 40

/** Every record has these. Clients send back what they have read, and mean no other field by it. */
const OF_EVERY_RECORD: readonly string[] = ['id', 'createdAt', 'updatedAt']

const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '')

/** Apart from case, _ and -. */
export const isSameName = (one: string, other: string): boolean => lettersOf(one) === lettersOf(other)

/** The field of `known` that was probably meant by `given`, which is none of them. */
export function meantField(given: string, known: Iterable<string>): string | undefined {
  if (given.length > LONGEST_COMPARED || OF_EVERY_RECORD.includes(given)) return undefined
  const letters = lettersOf(given)
  const names = [...known]
  return (
    names.find((name) => lettersOf(name) === letters) ??
    SYNONYMS.get(letters)?.find((name) => names.includes(name)) ??
    names.find((name) => isMisspelt(letters, lettersOf(name)))
  )
}

/** The same with names that are only a hint, for calls that refuse `given` in any case. */
export function hintedField(given: string, known: readonly string[]): string | undefined {
  return meantField(given, known) ?? HINTS.get(lettersOf(given))?.find((name) => known.includes(name))
}
