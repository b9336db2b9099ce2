import { SmtpAnswer } from '../../platform/email/smtp/server/smtp-answer.ts'

export const noSuchMailbox = () => new SmtpAnswer(550, 'There is no such mailbox here.')
export const tryAgain = () => new SmtpAnswer(451, 'This cannot be taken right now. Try again later.')
export const tooManyReports = () => new SmtpAnswer(450, 'Too many reports on one email. Try again later.')

// The library hangs up behind a 421.
export const tooManyRefused = () => new SmtpAnswer(421, 'Too many recipients that do not exist here.')
export const tooMuchWork = () => new SmtpAnswer(421, 'Too much work for your network. Try again in a minute.')
