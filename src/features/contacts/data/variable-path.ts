/** Variables that every contact has, or that the service fills in. */
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

/** Properties that Liquid offers for lists and texts. */
const PROPERTIES = new Set(['size', 'first', 'last'])

/**
 * The path of a variable in the data of a contact; empty if no contact can have it, undefined if it always has a value or
 * cannot be looked up by keys alone.
 */
export function pathOf(variable: string): string[] | undefined {
  // The service fills in coupon codes.
  if (variable.startsWith('coupons.')) return undefined
  if (ALWAYS_THERE.has(variable) || !/^[\p{L}\p{N}_?.-]+$/u.test(variable)) return undefined
  const keys = variable.replace(/^(contact\.)?data\./, '').split('.')
  if (variable.startsWith('contact.') && !variable.startsWith('contact.data.')) return []
  if (keys.length > 1 && PROPERTIES.has(keys.at(-1) ?? '')) keys.pop()
  return keys
}
