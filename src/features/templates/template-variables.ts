/** The contact as templates see it. */
export type TemplateContact = {
  id: string
  email: string
  subscribed: boolean
  data: Record<string, unknown>
}

/** Set by the service. No data overrides them: an unsubscribe link has to be the real one. */
export type SystemVariables = {
  unsubscribeUrl: string
  subscribeUrl: string
  manageUrl: string
  /** The page that shows the email in a browser. */
  browserUrl: string
}

/** The language that a call chose for its emails, stored with their values. */
export const EMAIL_LANGUAGE = 'lm_locale'

/** The fields of a project that emails show. */
export type ProjectFacts = { name: string; postalAddress: string | null; locale: string }

/** Part of every email and preview. The prefix lm_ avoids conflicts with names of customers. */
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
  'coupons',
])

/** Whether every email has a variable of this name, independent of its contact and request. */
export const isAlwaysSet = (root: string): boolean => root.startsWith('lm_') || OF_SERVICE.has(root)

type Sources = {
  contact: TemplateContact | undefined
  /** The data of the request or of an event. */
  data: Record<string, unknown>
  system: SystemVariables
}

/**
 * The variables of one email. Contact data < the contact's own fields < request data < system. Every key of the data can be
 * written as `key` and as `data.key`; a key `data` in the request data overrides the latter. `contact.*` is the contact,
 * regardless of the request data, unless that has a key `contact`.
 */
export function templateVariables({ contact, data, system }: Sources): Record<string, unknown> {
  const requestData = unwrapValues(data)
  const merged = { ...contact?.data, ...requestData }
  return {
    ...contact?.data,
    ...(contact && ownFields(contact)),
    ...requestData,
    data: isRecord(requestData.data) ? { ...merged, ...requestData.data } : (requestData.data ?? merged),
    ...system,
  }
}

function ownFields({ id, email, subscribed, data }: TemplateContact): Record<string, unknown> {
  return { id, email, subscribed, contact: { id, email, subscribed, data } }
}

/** Replaces each `{"value": …, "persistent": …}` by its value. */
export function unwrapValues(data: Record<string, unknown>): Record<string, unknown> {
  // The usual case, and data may have thousands of keys.
  if (!Object.values(data).some(isWrapped)) return data
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, isWrapped(value) ? value.value : value]),
  )
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Has exactly these two fields; an object with more is an ordinary value. */
export const isWrapped = (value: unknown): value is { value: unknown; persistent: boolean } =>
  isRecord(value) &&
  Object.hasOwn(value, 'value') &&
  typeof value.persistent === 'boolean' &&
  Object.keys(value).length === 2
