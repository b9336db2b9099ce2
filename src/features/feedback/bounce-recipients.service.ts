// Whom the listener takes emails for. Everything that acts on an email by itself is a signed address; the names that
// people and providers expect at every domain (RFC 2142) are taken too, and what comes there acts by what it holds.
import type { Deps } from '../../platform/deps.ts'
import { parseEmailAddress } from '../../platform/addresses/email-address.ts'
import type { EmailId } from '../../platform/ids.ts'
import { createLinkTokens } from '../../platform/secrets/link-tokens.ts'
import type { EmailRef } from '../delivery/index.ts'
import { returnPathName } from '../domains/index.ts'
import { listProjectsOfDomain } from './feedback.queries.ts'

export type Role = 'fbl' | 'abuse' | 'postmaster' | 'dmarc'

export type Taken =
  /** The return path of an email: bounces, and complaints of providers that report there. */
  | { use: 'return-path'; email: EmailRef }
  /** The `mailto:` of its List-Unsubscribe. */
  | { use: 'unsubscribe'; email: EmailRef }
  | { use: 'role'; role: Role }

// With or without a tag of the operator's own: fbl+yahoo@.
const ROLE = /^(fbl|abuse|postmaster|dmarc)(?:\+[^@]{1,60})?$/

const PREFIX = returnPathName('')

/** Undefined for any address that nobody of ours has. */
export type RecipientReader = (address: string) => Promise<Taken | undefined>

export function createRecipientReader({
  secrets,
  database,
}: Pick<Deps, 'secrets' | 'database'>): RecipientReader {
  const tokens = createLinkTokens(secrets)
  return async (address) => {
    const parsed = parseEmailAddress(address)
    if (!parsed.ok || !parsed.domain.startsWith(PREFIX)) return undefined
    const projects = await listProjectsOfDomain(database.db, { domain: parsed.domain.slice(PREFIX.length) })
    if (projects.length === 0) return undefined
    const role = ROLE.exec(parsed.local.toLowerCase())?.[1]
    if (role !== undefined) return { use: 'role', role: role as Role }
    const found = tokens.readMailbox(parsed.local, projects)
    if (!found) return undefined
    return { use: found.use, email: { projectId: found.projectId, emailId: found.emailId as EmailId } }
  }
}
