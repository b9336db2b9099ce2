// The email with the link for a new password. It comes from the default sender of a project of the person, but is none of the
// project's emails (features/delivery/direct-email.service.ts).
import { listSenderProjects } from './features/accounts/index.ts'
import type { PasswordResetEmails } from './features/accounts/index.ts'
import { createDirectEmails } from './features/delivery/index.ts'
import { createAnswerCache } from './platform/caches/answer-cache.ts'
import type { Deps } from './platform/deps.ts'
import type { UserId } from './platform/ids.ts'

// Anybody may ask, so the database is asked at most every ten seconds.
const AVAILABLE_FOR_MS = 10_000

const SUBJECT = 'Choose a new password for Lettermill'

const IGNORE = 'If you did not ask for it, you can ignore this email: your password stays as it is.'

/** The link has only characters that need no escaping, in HTML as well. */
function bodyOf(link: string | null): { html: string; text: string } {
  const lines =
    link === null
      ? [
          'Somebody asked for a new password for your account.',
          'Your account has no password: you sign in with your provider, by the button on the sign-in page.',
        ]
      : ['Somebody asked for a new password for your account.', 'The link works once, for 30 minutes:', link]
  const asHtml = (line: string) => (line === link ? `<p><a href="${line}">${line}</a></p>` : `<p>${line}</p>`)
  const all = [...lines, IGNORE]
  return { html: all.map(asHtml).join('\n'), text: `${all.join('\n\n')}\n` }
}

export function createPasswordResetEmails(deps: Deps): PasswordResetEmails {
  const { clock, database, log } = deps
  const emails = createDirectEmails(deps)
  const available = createAnswerCache<boolean>({ clock, most: 1, lifetimeMs: () => AVAILABLE_FOR_MS })

  /** The oldest project that may send. */
  const findSender = async (of: { userId?: UserId } = {}) => {
    for (const project of await listSenderProjects(database.db, of)) {
      if (await emails.canSend({ projectId: project.id, address: project.default_from })) return project
    }
    return undefined
  }

  return {
    isAvailable: () => available('', async () => (await findSender()) !== undefined),
    async send({ userId, to, link }) {
      const project = await findSender({ userId })
      if (!project) return 'no sender'
      const from = { email: project.default_from, name: project.default_from_name }
      const result = await emails.send({ projectId: project.id, from, to, subject: SUBJECT, ...bodyOf(link) })
      // After a lost connection the email has arrived or not: the person can ask for another one.
      if (result.kind === 'accepted' || result.kind === 'ambiguous') return 'sent'
      log.info({ userId, result }, 'a mail server did not accept a link for a new password')
      return result.kind === 'rejected' ? 'refused' : 'later'
    },
  }
}
