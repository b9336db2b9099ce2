// Which email a complaint is about that came to fbl@, abuse@ or postmaster@, where no signed address says it. By the
// return path that the provider noted, which is signed; else by the Message-ID, which is not, and which is believed for
// what it is: the id of the email, with 62 random bits in it that stand nowhere but in the header of that email and in
// the API of its project (the links of an email hide it). So whoever names it has seen the email. Nobody can guess one,
// and one serves for its own recipient only.
import type { Deps } from '../../platform/deps.ts'
import { parseEmailAddress } from '../../platform/addresses/email-address.ts'
import { lowestIdAfter, timeOfId } from '../../platform/ids.ts'
import type { EmailId } from '../../platform/ids.ts'
import type { Feedback } from '../../platform/email/feedback/feedback.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { EmailRef } from '../delivery/index.ts'
import type { RecipientReader } from './bounce-recipients.service.ts'
import { listEmailsOfMessage, listProjectsOfDomain } from './feedback.queries.ts'
import type { EmailOfMessage } from './feedback.queries.ts'

/** People report what they just read. An id that lies about in an archive of replies is worth nothing after this. */
const BELIEVED_MS = 90 * 86_400_000

// Copies of an email are made in the same moment, right after it, and share its Message-ID.
const COPIES_MS = 10

type Parts = Pick<Deps, 'database' | 'clock'> & { readRecipient: RecipientReader }

/** Undefined where the report names none of ours, or nobody can say which of several copies it is about. */
export function createReportedEmailFinder({ database: { db }, clock, readRecipient }: Parts) {
  return async (feedback: Feedback): Promise<EmailRef | undefined> => {
    if (feedback.kind !== 'complaint') return undefined
    for (const address of feedback.originalSenders) {
      const taken = await readRecipient(address)
      if (taken?.use === 'return-path') return taken.email
    }
    const message = readMessageId(feedback.originalMessageId ?? '')
    if (!message || !isRecent(message.emailId, clock.now())) return undefined
    const projectIds = await listProjectsOfDomain(db, { domain: message.domain })
    if (projectIds.length === 0) return undefined
    const until = lowestIdAfter(new Date(timeOfId(message.emailId).getTime() + COPIES_MS))
    return choose(await listEmailsOfMessage(db, { projectIds, ...message, until }), feedback)
  }
}

/** `<id@domain>`, as we make them: see messageIdOf of delivery. */
function readMessageId(text: string): { emailId: EmailId; domain: string } | undefined {
  const parsed = parseEmailAddress(text.replace(/^<|>$/g, ''))
  if (!parsed.ok || !isUuid(parsed.local)) return undefined
  return { emailId: parsed.local.toLowerCase() as EmailId, domain: parsed.domain }
}

function isRecent(emailId: string, now: Date): boolean {
  const age = now.getTime() - timeOfId(emailId).getTime()
  return age >= 0 && age <= BELIEVED_MS
}

/** One email, or the one of several copies that went to who complains. */
function choose(emails: readonly EmailOfMessage[], { recipients }: Feedback): EmailRef | undefined {
  const named = new Set(recipients.map(({ address }) => address))
  const meant = emails.length === 1 ? emails : emails.filter(({ address }) => named.has(address))
  const [only, ...others] = meant
  return only && others.length === 0 ? { projectId: only.projectId, emailId: only.emailId } : undefined
}
