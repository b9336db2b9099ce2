export { contactsWithEmails, emailsOfContact } from './contacts-with-emails.queries.ts'
export { createContentReader } from './content/email-content.service.ts'
export { createEmailSources } from './content/email-sources.service.ts'
export type { EmailSources } from './content/email-sources.service.ts'
export { FIGURE_LABELS, figuresOf, share, sumIn } from './email-figures.ts'
export { findTrackedEmail } from './emails.queries.ts'
export type { TrackedEmail } from './emails.queries.ts'
export { readEmailsById } from './emails.service.ts'
export type { FindLinkTargets } from './inbox/wait/inbox-wait.service.ts'
export { createContactEmails } from './erase/erase.service.ts'
export { isErasedAddress, matchErasedAddress } from './erase/erased-address.ts'
export { listNotes, listReadership } from './notes.queries.ts'
export type { Readership } from './notes.queries.ts'
export { checkSchedule } from './schedule.ts'
export {
  chooseByEmail,
  joinByEmail,
  leaveByEmail,
  unsubscribeByEmail,
} from './unsubscribe-by-email.service.ts'
