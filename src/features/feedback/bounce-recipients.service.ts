// The addresses that the listener accepts: signed addresses, each of which belongs to one email, and the role names that people
// and providers expect at every domain (RFC 2142), where the content of a report decides which email it is about.
import type { Deps } from '../../platform/deps.ts'
import { parseEmailAddress } from '../../platform/addresses/email-address.ts'
import { SmtpAnswer } from '../../platform/email/smtp/server/smtp-answer.ts'
import type { EmailId, ProjectId } from '../../platform/ids.ts'
import { createLinkTokens } from '../../platform/secrets/link-tokens.ts'
import type { EmailRef } from '../delivery/index.ts'
import { returnPathName } from '../domains/index.ts'
import { listProjectsOfDomain } from './feedback.queries.ts'

export type Role = 'fbl' | 'abuse' | 'postmaster'
/** Addresses for reports about the domain itself, which the feature domain-reports reads. */
export type ReportBox = 'dmarc' | 'tlsrpt'

export type BounceRecipient =
  /** The return path of an email: bounces, and complaints of providers that send them there. */
  | { use: 'return-path'; email: EmailRef }
  /** The `mailto:` of its List-Unsubscribe. */
  | { use: 'unsubscribe'; email: EmailRef }
  | { use: 'role'; role: Role }
  | { use: 'domain-report'; box: ReportBox; domain: string }

// Operators may add a tag: fbl+yahoo@.
const ROLE = /^(fbl|abuse|postmaster)(?:\+[^@]{1,60})?$/
const REPORT_BOX = /^(dmarc|tlsrpt)(?:\+[^@]{1,60})?$/

const PREFIX = returnPathName('')

/** Returns undefined for an unknown address. */
export type RecipientReader = (address: string) => Promise<BounceRecipient | undefined>

export function createRecipientReader(deps: Pick<Deps, 'secrets' | 'database'>): RecipientReader {
  const { secrets, database } = deps
  const tokens = createLinkTokens(secrets)
  const refuseDeparted = (localPart: string): undefined => {
    const found = tokens.readMailbox(localPart, secrets.keyring.departed() as ProjectId[])
    // The sender tries again, or the next MX record: the domain points to the new installation then.
    if (found) throw new SmtpAnswer(451, '4.4.4 The project of this email has moved to another server')
  }
  return async (address) => {
    const parsed = parseEmailAddress(address)
    if (!parsed.ok || !parsed.domain.startsWith(PREFIX)) return undefined
    const domain = parsed.domain.slice(PREFIX.length)
    const projects = await listProjectsOfDomain(database.db, { domain })
    if (projects.length === 0) return refuseDeparted(parsed.local)
    const role = ROLE.exec(parsed.local.toLowerCase())?.[1]
    if (role !== undefined) return { use: 'role', role: role as Role }
    const box = REPORT_BOX.exec(parsed.local.toLowerCase())?.[1]
    if (box !== undefined) return { use: 'domain-report', box: box as ReportBox, domain }
    const found = tokens.readMailbox(parsed.local, projects)
    if (!found) return refuseDeparted(parsed.local)
    return { use: found.use, email: { projectId: found.projectId, emailId: found.emailId as EmailId } }
  }
}
