/** What every contact has, and what the service itself fills in. */
const ALWAYS_THERE = new Set([
  'email',
  'id',
  'subscribed',
  'contact',
  'contact.id',
  'contact.email',
  'contact.subscribed',
  'contact.data',
  'unsubscribeUrl',
  'subscribeUrl',
  'manageUrl',
  'browserUrl',
])

/** What the language knows of a list or a text. */
const PROPERTIES = new Set(['size', 'first', 'last'])

/**
 * Where the value of a variable stands in the data of a contact; empty for what no contact has, undefined for what is
 * always there, and for what cannot be looked up by keys alone.
 */
export function pathOf(variable: string): string[] | undefined {
  if (ALWAYS_THERE.has(variable) || !/^[\p{L}\p{N}_?.-]+$/u.test(variable)) return undefined
  const keys = variable.replace(/^(contact\.)?data\./, '').split('.')
  if (variable.startsWith('contact.') && !variable.startsWith('contact.data.')) return []
  if (keys.length > 1 && PROPERTIES.has(keys.at(-1) ?? '')) keys.pop()
  return keys
}
