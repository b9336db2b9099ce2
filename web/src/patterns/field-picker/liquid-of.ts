// Liquid that shows a field, with a fallback for contacts that have no value.

/** Names that Liquid reads without quotes, also with dots between them. */
const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_-]*(\.[\p{L}_][\p{L}\p{N}_-]*)*$/u

/** Text in quotes. Liquid has no way to write a quote, a backslash or its own delimiters inside of them. */
const quoted = (text: string): string =>
  `'${text
    .replaceAll("'", '’')
    .replaceAll('\\', '')
    .replaceAll(/[{}\r\n]|%(?=\})/g, '')}'`

const PREFIX = /^data\./

/** A key with spaces or other signs needs brackets: `data['first name']`. */
export const variableOf = (field: string): string =>
  PLAIN_NAME.test(field) ? field : `data[${quoted(field.replace(PREFIX, ''))}]`

/** `{{ firstName }}`, or `{{ firstName | default: 'there' }}`. */
export function liquidOf(field: string, fallback = ''): string {
  const variable = variableOf(field)
  const text = fallback.trim()
  return text === '' ? `{{ ${variable} }}` : `{{ ${variable} | default: ${quoted(text)} }}`
}

/** Part of every email, besides the data of the contact. */
export const BUILT_IN_VARIABLES = [
  'email',
  'id',
  'subscribed',
  'contact.email',
  'contact.id',
  'contact.subscribed',
  'unsubscribeUrl',
  'subscribeUrl',
  'manageUrl',
  'browserUrl',
  'lm_postal_address',
]

/** Whether every contact has a value, so that no fallback is needed. */
export const isAlwaysSet = (field: string): boolean =>
  BUILT_IN_VARIABLES.includes(field) || field.startsWith('coupons.')
