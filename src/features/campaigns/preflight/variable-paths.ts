/** What every contact has, and what the service itself fills in. */
const ALWAYS_THERE = new Set([
  'email',
  'id',
  'subscribed',
  'unsubscribeUrl',
  'subscribeUrl',
  'manageUrl',
  'browserUrl',
])

/** What the language knows of a list or a text. */
const PROPERTIES = new Set(['size', 'first', 'last'])

/**
 * Where the value of a variable stands in the data of a contact; undefined for what is always there, and for what cannot be
 * looked up by keys alone.
 */
export function pathOf(variable: string): string[] | undefined {
  if (ALWAYS_THERE.has(variable) || !/^[\p{L}\p{N}_?.-]+$/u.test(variable)) return undefined
  const keys = variable.split('.').slice(variable.startsWith('data.') ? 1 : 0)
  if (keys.length > 1 && PROPERTIES.has(keys.at(-1) ?? '')) keys.pop()
  return keys
}
