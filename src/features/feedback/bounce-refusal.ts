import { SmtpAnswer } from '../../platform/email/smtp/server/smtp-answer.ts'

export const noSuchMailbox = () => new SmtpAnswer(550, 'There is no such mailbox here.')
export const tryAgain = () =>
  new SmtpAnswer(451, 'The report cannot be processed right now. Try again later.')
export const tooManyReports = () => new SmtpAnswer(450, 'Too many reports on one email. Try again later.')

export const tooManyOfDomain = () =>
  new SmtpAnswer(450, 'Too many reports about this domain wait to be read. Try again later.')

// The library closes the connection after a 421.
export const tooManyRefused = () => new SmtpAnswer(421, 'Too many unknown recipients.')
export const tooMuchWork = () => new SmtpAnswer(421, 'Too much work for your network. Try again in a minute.')
