/** Whom an email goes to, as far as templates know. */
export type TemplateContact = {
  id: string
  email: string
  subscribed: boolean
  data: Record<string, unknown>
}

/** What only the service can know. Nobody's data overrides it: an unsubscribe link has to be the real one. */
export type SystemVariables = {
  unsubscribeUrl: string
  subscribeUrl: string
  manageUrl: string
  /** The email on a page. */
  browserUrl: string
}

/** What emails say about their project. */
export type ProjectFacts = { name: string; postalAddress: string | null; locale: string }

/** Part of every email, and so of every preview. Their names begin with lm_, so that those of customers stay theirs. */
export const projectVariables = ({ name, postalAddress, locale }: ProjectFacts) => ({
  lm_language: locale,
  lm_project_name: name,
  lm_postal_address: postalAddress ?? '',
})

const OF_SERVICE: ReadonlySet<string> = new Set([
  'id',
  'email',
  'subscribed',
  'unsubscribeUrl',
  'subscribeUrl',
  'manageUrl',
  'browserUrl',
])

/** Whether every email has a variable of this name, whatever its contact and its request have. */
export const isAlwaysSet = (root: string): boolean => root.startsWith('lm_') || OF_SERVICE.has(root)

type Sources = {
  contact: TemplateContact | undefined
  /** The data of the request, or what an event brings. */
  data: Record<string, unknown>
  system: SystemVariables
}

/**
 * The variables of one email. Contact data < the contact's own fields < request data < system. Every key of the data can
 * be written bare and as `data.key`; request data that has itself a key `data` is laid over that. `contact.*` is how a
 * template asks for the contact whatever the request brings, unless the request has a key `contact`.
 */
export function templateVariables({ contact, data, system }: Sources): Record<string, unknown> {
  const given = unwrapValues(data)
  const both = { ...contact?.data, ...given }
  return {
    ...contact?.data,
    ...(contact && ownFields(contact)),
    ...given,
    data: isRecord(given.data) ? { ...both, ...given.data } : (given.data ?? both),
    ...system,
  }
}

function ownFields({ id, email, subscribed, data }: TemplateContact): Record<string, unknown> {
  return { id, email, subscribed, contact: { id, email, subscribed, data } }
}

/** `{"value": …, "persistent": …}` is a way to write a value: the value is what counts here. */
export function unwrapValues(data: Record<string, unknown>): Record<string, unknown> {
  // The usual case, and data may have thousands of keys.
  if (!Object.values(data).some(isWrapped)) return data
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, isWrapped(value) ? value.value : value]),
  )
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Exactly these two fields; an object of the caller's own that has more is a value like any other. */
export const isWrapped = (value: unknown): value is { value: unknown; persistent: boolean } =>
  isRecord(value) &&
  Object.hasOwn(value, 'value') &&
  typeof value.persistent === 'boolean' &&
  Object.keys(value).length === 2
