export const signInTexts = {
  title: 'Sign in',
  welcome: 'Sign in to Lettermill',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  leave: 'Leave this page',
  noAccount:
    'There is no page to register. The owner of this server invites you, or the first start prints a set-up link.',
  lost: 'If you have lost your password or your authenticator, whoever runs this server can give you a new password, in its terminal:',
  lostCommand: 'npx lettermill accounts reset-password <email>',
  code: 'Code',
  codeHint: 'Your authenticator app shows it.',
  withProvider: (name: string) => `Sign in with ${name}`,
  inAnotherTab: (name: string) => `Sign in with ${name} in another tab`,
  or: 'or with your password',
}

/** Why the provider's sign-in did not work, by the code in the address of the page. */
export const providerRefusals: Record<string, string> = {
  state:
    'The sign-in was not begun in this browser, or too long ago. Try again, at the public address of this server.',
  denied: 'The sign-in was cancelled at the provider.',
  unverified: 'The provider does not confirm your email address.',
  domain: 'Addresses of your domain may not sign in here.',
  unknown: 'Your address has no account here. Ask an owner of the project to invite you, then try again.',
  linked:
    'Your address belongs to an account of somebody else at the provider. Ask the operator of this server.',
  claims:
    'The provider does not say who you are in a form that can be read: its token needs an email address and a subject. Ask the operator of this server.',
  provider: 'The provider could not be asked, or its answer is not valid. Try again, or use your password.',
}
