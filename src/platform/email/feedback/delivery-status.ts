// RFC 3464: a delivery status notification. One group of fields about the email, then one per recipient, separated by empty
// lines. A newcomer gets the order wrong: Amazon writes the recipient last, Facebook the diagnosis first, McAfee names only
// the original recipient, and some omit or add empty lines.
import { readAddress } from './address-text.ts'
import type { DeliveryAction } from './feedback.ts'
import { MOST_RECIPIENTS } from './feedback.ts'
import { firstOf, readFields } from './header-fields.ts'
import type { Field } from './header-fields.ts'

export type DeliveryStatus = {
  address: string | null
  /** The address at the last server, where an alias or a forwarding changed it. */
  finalAddress: string | null
  action: DeliveryAction | null
  /** RFC 3463, without the comment after it; null if invalid. */
  status: string | null
  /** Without its type. */
  diagnosis: string
}

const OF_RECIPIENT = new Set([
  'final-recipient',
  'original-recipient',
  'x-actual-recipient',
  'action',
  'status',
  'diagnostic-code',
  'remote-mta',
  'last-attempt-date',
  'final-log-id',
  'will-retry-until',
])
const NAMES_RECIPIENT = new Set(['final-recipient', 'original-recipient', 'x-actual-recipient'])

/** Reads the report part, or any text that contains such fields. */
export function readDeliveryStatus(text: string): DeliveryStatus[] {
  const groups: Field[][] = [[]]
  for (const block of text.split(/\n[ \t]*\n/)) {
    const fields = readFields(block).filter(({ name }) => OF_RECIPIENT.has(name))
    for (const field of fields) addField(groups, field)
    if (fields.some(({ name }) => NAMES_RECIPIENT.has(name))) groups.push([])
    if (groups.length > MOST_RECIPIENTS) break
  }
  return groups.filter((group) => group.some(({ name }) => NAMES_RECIPIENT.has(name))).map(toStatus)
}

/** A repeated field begins the next recipient; one after an empty line may still belong to the previous. */
function addField(groups: Field[][], field: Field): void {
  const current = groups.at(-1) ?? []
  const previous = groups.at(-2)
  const has = (group: readonly Field[] | undefined) => group?.some(({ name }) => name === field.name) ?? true
  const isStray = current.length === 0 && previous !== undefined && !NAMES_RECIPIENT.has(field.name)
  if (isStray && !has(previous)) previous.push(field)
  else if (has(current)) groups.push([field])
  else current.push(field)
}

function toStatus(fields: Field[]): DeliveryStatus {
  const original = addressOf(fields, 'original-recipient')
  const final = addressOf(fields, 'final-recipient') ?? addressOf(fields, 'x-actual-recipient')
  const action = firstOf(fields, 'action')?.toLowerCase() ?? ''
  return {
    address: original ?? final,
    finalAddress: final,
    action: ACTIONS.find(([form]) => form.test(action))?.[1] ?? null,
    status: /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(firstOf(fields, 'status') ?? '')?.[0] ?? null,
    diagnosis: diagnosisOf(fields),
  }
}

/** RFC 3464 section 2.3.6: a type, a semicolon, the words. The comment after the status has some too. */
function diagnosisOf(fields: readonly Field[]): string {
  const diagnosis = (firstOf(fields, 'diagnostic-code') ?? '').replace(/^\s*[\w-]{1,40}\s*;/, '').trim()
  const comment = /\([^()]{1,500}\)/.exec(firstOf(fields, 'status') ?? '')?.[0] ?? ''
  return `${diagnosis} ${comment}`.trim()
}

const addressOf = (fields: readonly Field[], name: string): string | null => {
  const value = firstOf(fields, name)
  return value === undefined ? null : readAddress(value)
}

/** RFC 3464 section 2.3.3, and the words of SendGrid and others. */
const ACTIONS: readonly [RegExp, DeliveryAction][] = [
  [/^(?:failed|failure|expired|deliverable-failed|hardfail|bounced)/, 'failed'],
  [/^(?:delayed|deferred)/, 'delayed'],
  [/^deliver(?:ed|y)/, 'delivered'],
  [/^relayed/, 'relayed'],
  [/^expanded/, 'expanded'],
]
