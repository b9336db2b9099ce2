// Emails that show their contact as it was when they were accepted, however much later they are sent, read or clicked. The
// contact travels with the values of the email, so it is stored, copied and erased wherever they are.
import type { TemplateContact } from './template-variables.ts'

/** Begins like the names that belong to the service, which nobody's data overrides. */
const FROZEN_CONTACT = 'lm_contact'

// The footer is written in this language, whatever the content names.
const ALWAYS_NEEDED = ['locale']

/** To be stored among the values of an email. `variables` are the full paths that its content names. */
export function freezeContact(
  { id, email, subscribed, data }: TemplateContact,
  variables: readonly string[],
): Record<string, unknown> {
  return { [FROZEN_CONTACT]: { id, email, subscribed, data: neededData(data, variables) } }
}

function neededData(data: Record<string, unknown>, variables: readonly string[]): Record<string, unknown> {
  const keys = new Set(ALWAYS_NEEDED)
  for (const variable of variables) {
    const key = keyOf(variable)
    if (key === undefined) return data
    keys.add(key)
  }
  return Object.fromEntries(
    [...keys].filter((key) => Object.hasOwn(data, key)).map((key) => [key, data[key]]),
  )
}

/** Undefined: any key may be meant. */
function keyOf(variable: string): string | undefined {
  if (variable.includes('[')) return undefined
  const [root, ...path] = variable.split('.')
  if (root === 'data') return path[0]
  if (root !== 'contact') return root
  return path[0] === undefined ? undefined : path[0] === 'data' ? path[1] : path[0]
}

type Stored<Contact> = { contact: Contact | undefined; variables: Record<string, unknown> }

/** What an email shows: the contact that was stored with it, else the contact as it is now. */
export function shownContact<Contact extends TemplateContact>({
  contact,
  variables,
}: Stored<Contact>): { contact: TemplateContact | undefined; data: Record<string, unknown> } {
  const { [FROZEN_CONTACT]: frozen, ...data } = variables
  return isContact(frozen) ? { contact: frozen, data } : { contact, data: variables }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A caller's own value may have the same name. */
const isContact = (value: unknown): value is TemplateContact =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  typeof value['email'] === 'string' &&
  typeof value['subscribed'] === 'boolean' &&
  isRecord(value['data'])
