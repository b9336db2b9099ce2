import { translatable } from '../../i18n/translatable.ts'

export const forgotTexts = translatable('pages/reset-password/reset-password', 'forgotTexts', {
  title: 'Forgotten password',
  heading: 'Choose a new password',
  text: 'Enter the address of your account. We send a link to it, with which you choose a new password.',
  email: 'Email',
  submit: 'Send the link',
  back: 'Back to sign-in',
  sent: {
    heading: 'Check your mailbox',
    text: (email: string) =>
      `If ${email} has an account here, a link is on its way. It works once, for 30 minutes.`,
    again: 'Use another address',
  },
  noEmail:
    'If no email arrives, or if you have lost your authenticator, the operator of this server can help:',
  byCommand: {
    text: 'This server cannot send a link by email. Its operator gives you a new password with this command, in the folder of Lettermill:',
    why: 'A link can be sent once MAIL_TRANSPORT is a mail server, and a project has a default sender that may send.',
  },
  command: 'npx lettermill accounts reset-password <email>',
  copyCommand: 'Copy the command',
})

export const resetTexts = translatable('pages/reset-password/reset-password', 'resetTexts', {
  title: 'New password',
  heading: 'Choose a new password',
  text: (email: string) => `For ${email}. All your sessions end when you set it.`,
  validFor: 'The link works until',
  password: 'New password',
  passwordHint: 'At least 12 characters.',
  submit: 'Set the password',
  invalid: {
    heading: 'This link does not work any more',
    text: 'It works once, for 30 minutes. If your password is not changed yet, ask for a new link.',
    again: 'Ask for a new link',
    signIn: 'Sign in',
  },
})
