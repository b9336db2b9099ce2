import type { Contact } from '../../../api/audience/contacts.ts'

const WHOLE = ['name', 'fullName', 'full_name']
const PARTS = [
  ['firstName', 'lastName'],
  ['first_name', 'last_name'],
  ['firstname', 'lastname'],
] as const

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** The name of the person by the usual keys of data; undefined if none has a text. */
export function contactName({ data }: Pick<Contact, 'data'>): string | undefined {
  const whole = WHOLE.map((key) => textOf(data[key])).find((text) => text !== '')
  if (whole !== undefined) return whole
  return PARTS.map((keys) =>
    keys
      .map((key) => textOf(data[key]))
      .join(' ')
      .trim(),
  ).find((text) => text !== '')
}
