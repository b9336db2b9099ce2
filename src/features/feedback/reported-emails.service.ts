// Finds the email of a report to fbl@, abuse@ or postmaster@: by the return path in the report, which is signed, or for a
// complaint else by the Message-ID, which is not. A Message-ID contains the id of the email with 62 random bits, which appear only in the header
// of that email and in the API of its project (links hide it). So the reporter has seen the email, and can affect only its
// recipient.
import type { Deps } from '../../platform/deps.ts'
import { parseEmailAddress } from '../../platform/addresses/email-address.ts'
import { lowestIdAfter, readId, timeOfId } from '../../platform/ids.ts'
import type { EmailId } from '../../platform/ids.ts'
import type { Feedback } from '../../platform/email/feedback/feedback.ts'
import type { EmailRef } from '../delivery/index.ts'
import type { RecipientReader } from './bounce-recipients.service.ts'
import { listEmailsOfMessage, listProjectsOfDomain } from './feedback.queries.ts'
import type { EmailOfMessage } from './feedback.queries.ts'

/** People report emails soon after reading them. After this, ids from old archives are not trusted. */
const TRUSTED_MS = 90 * 86_400_000

// Copies are created right after their email and share its Message-ID.
const COPIES_MS = 10

type FinderDeps = Pick<Deps, 'database' | 'clock'> & { readRecipient: RecipientReader }

/** Returns undefined if the report names none of our emails, or several copies match. */
export function createReportedEmailFinder({ readRecipient, ...deps }: FinderDeps) {
  const findMessage = createMessageFinder(deps)
  return async (feedback: Feedback): Promise<EmailRef | undefined> => {
    if (feedback.kind !== 'complaint' && feedback.kind !== 'bounce') return undefined
    for (const address of feedback.originalSenders) {
      const recipient = await readRecipient(address)
      if (recipient?.use === 'return-path') return recipient.email
    }
    // A bounce suppresses the recipient without their doing, so it needs the signature.
    if (feedback.kind === 'bounce') return undefined
    const recipients = feedback.recipients.map(({ address }) => address)
    return findMessage({ messageId: feedback.originalMessageId ?? '', recipients })
  }
}

type ReportedMessage = { messageId: string; recipients: readonly (string | null)[] }

/** Finds an email by its Message-ID, and one of several copies by its recipient. */
export function createMessageFinder({ database: { db }, clock }: Pick<Deps, 'database' | 'clock'>) {
  return async ({ messageId, recipients }: ReportedMessage): Promise<EmailRef | undefined> => {
    const message = readMessageId(messageId)
    if (!message || !isRecent(message.emailId, clock.now())) return undefined
    const projectIds = await listProjectsOfDomain(db, { domain: message.domain })
    if (projectIds.length === 0) return undefined
    const until = lowestIdAfter(new Date(timeOfId(message.emailId).getTime() + COPIES_MS))
    return choose(await listEmailsOfMessage(db, { projectIds, ...message, until }), recipients)
  }
}

/** `<id@domain>`, as messageIdOf of delivery writes it. */
function readMessageId(text: string): { emailId: EmailId; domain: string } | undefined {
  const parsed = parseEmailAddress(text.replace(/^<|>$/g, ''))
  const emailId = parsed.ok ? readId<EmailId>(parsed.local) : undefined
  return parsed.ok && emailId ? { emailId, domain: parsed.domain } : undefined
}

function isRecent(emailId: string, now: Date): boolean {
  const age = now.getTime() - timeOfId(emailId).getTime()
  return age >= 0 && age <= TRUSTED_MS
}

/** The only email, or the only copy to a named recipient. */
function choose(
  emails: readonly EmailOfMessage[],
  recipients: readonly (string | null)[],
): EmailRef | undefined {
  const named = new Set(recipients)
  const candidates = emails.length === 1 ? emails : emails.filter(({ address }) => named.has(address))
  const [only, ...others] = candidates
  return only && others.length === 0 ? { projectId: only.projectId, emailId: only.emailId } : undefined
}
