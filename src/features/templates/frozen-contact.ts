// A snapshot of the contact for emails that show it as it was when they were accepted, even if they are sent, read or clicked
// later. It is one of the values of the email, so it is stored, copied and erased with them.
import { isRecord } from './template-variables.ts'
import type { TemplateContact } from './template-variables.ts'

/** Has the prefix of service variables, which no data overrides. */
const FROZEN_CONTACT = 'lm_contact'

// The footer is written in this language, even if the content does not use it.
const ALWAYS_NEEDED = ['locale']

/** A value to store with an email. `variables` are the full paths of the variables of its content. */
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

/** Undefined: the variable may use any key. */
function keyOf(variable: string): string | undefined {
  if (variable.includes('[')) return undefined
  const [root, ...path] = variable.split('.')
  if (root === 'data') return path[0]
  if (root !== 'contact') return root
  return path[0] === undefined ? undefined : path[0] === 'data' ? path[1] : path[0]
}

type StoredEmail<Contact> = { contact: Contact | undefined; variables: Record<string, unknown> }

/** The contact that an email shows: the stored snapshot, else the current contact. */
export function shownContact<Contact extends TemplateContact>({
  contact,
  variables,
}: StoredEmail<Contact>): { contact: TemplateContact | undefined; data: Record<string, unknown> } {
  const { [FROZEN_CONTACT]: frozen, ...data } = variables
  return isContact(frozen) ? { contact: frozen, data } : { contact, data: variables }
}

/** Checks the shape, because a value of the caller may have the same name. */
const isContact = (value: unknown): value is TemplateContact =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  typeof value['email'] === 'string' &&
  typeof value['subscribed'] === 'boolean' &&
  isRecord(value['data'])
