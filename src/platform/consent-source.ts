export const CONSENT_SOURCES = [
  'form',
  'api_key',
  'import',
  'member',
  'page',
  'one_click',
  'mailto',
  'complaint',
  'workflow',
] as const

/** Who or what changed a subscription or a choice of topics, as the consent ledger records it. */
export type ConsentSource = {
  kind: (typeof CONSENT_SOURCES)[number]
  /** The form, key, import, member, workflow, or the email with the link. */
  id: string | null
  /** The words that the person agreed to. */
  text?: string | undefined
  /** The address of the person on the network, before it is hashed. */
  network?: string | undefined
}
