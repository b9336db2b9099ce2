// Whether two addresses are read by the same person: limits that count addresses would be void if a tag made a new one.

/** Gmail ignores dots in the local part, and has two names. */
const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/** The address without its tag (`ada+news@example.com`), in lower case. Not for sending: some servers deliver tags elsewhere. */
export function mailboxOf(address: string): string {
  const lower = address.toLowerCase()
  const at = lower.lastIndexOf('@')
  const [untagged = ''] = lower.slice(0, at).split('+')
  // An address that begins with a plus is all tag.
  const local = untagged === '' ? lower.slice(0, at) : untagged
  const domain = lower.slice(at + 1)
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
