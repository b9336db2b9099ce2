// Finds the field that a caller probably meant by an unknown one: the same letters in another case, the name at other
// services, or a typo. Anything else is ignored, because clients send fields of their own.
import { isMisspelt } from '../../text/spelling.ts'

/** Names at other email services and libraries, in lower case without _ and -, and our name for each. */
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
 * More names, for calls that refuse every unknown field. Elsewhere these would be guesses: a client may send a `date` for
 * its own use.
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

/** Our longest field has 25 letters; comparing longer names takes longer and finds nothing. */
const LONGEST_COMPARED = 40

/** Every record has these. Clients send back records they have read, and mean no other field. */
const OF_EVERY_RECORD: readonly string[] = ['id', 'createdAt', 'updatedAt']

const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '')

/** Ignores case, _ and -. */
export const isSameName = (one: string, other: string): boolean => lettersOf(one) === lettersOf(other)

/** The field of `known` that was probably meant by the unknown name `given`. */
export function suggestField(given: string, known: Iterable<string>): string | undefined {
  if (given.length > LONGEST_COMPARED || OF_EVERY_RECORD.includes(given)) return undefined
  const letters = lettersOf(given)
  const names = [...known]
  return (
    names.find((name) => lettersOf(name) === letters) ??
    SYNONYMS.get(letters)?.find((name) => names.includes(name)) ??
    names.find((name) => isMisspelt(letters, lettersOf(name)))
  )
}

/** As above, with hints, for calls that refuse `given` in any case. */
export function suggestHintedField(given: string, known: readonly string[]): string | undefined {
  return suggestField(given, known) ?? HINTS.get(lettersOf(given))?.find((name) => known.includes(name))
}
