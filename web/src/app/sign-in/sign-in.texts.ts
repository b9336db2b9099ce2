import { translatable } from '../../i18n/translatable.ts'

export const signInTexts = translatable('app/sign-in/sign-in', 'signInTexts', {
  title: 'Sign in',
  welcome: 'Sign in to Lettermill',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  leave: 'Leave this page',
  noAccount:
    'There is no page to register. The owner of this server invites you, or the first start prints a set-up link.',
  notSetUp: {
    title: 'Set up Lettermill',
    text: 'Nobody has an account on this server yet. Its output has the link that creates the first one: the set-up link.',
    terminal: 'At the terminal where the server was started, it is in the last lines of the start.',
    log: 'As a service or in a container, it is a line of the log: journalctl -u lettermill, or docker compose logs.',
    again: 'It works for an hour. Restart the server for a new one.',
  },
  forgot: 'Forgot your password?',
  changed: 'Your password was changed, and all your sessions have ended. Sign in with the new password.',
  code: 'Code',
  codeHint: 'Your authenticator app shows it.',
  withProvider: (name: string) => `Sign in with ${name}`,
  inAnotherTab: (name: string) => `Sign in with ${name} in another tab`,
  or: 'or with your password',
})

/** Why the provider's sign-in did not work, by the code in the address of the page. */
export const providerRefusals: Record<string, string> = translatable(
  'app/sign-in/sign-in',
  'providerRefusals',
  {
    state:
      'The sign-in was not begun in this browser, or it took too long. Try again at the public address of this server.',
    denied: 'The sign-in was cancelled at the provider.',
    unverified: 'The provider does not confirm your email address.',
    domain: 'Addresses of your domain may not sign in here.',
    unknown: 'Your address has no account here. Ask an owner of the project to invite you, then try again.',
    linked:
      'Your address belongs to an account of somebody else at the provider. Ask the operator of this server.',
    claims:
      'The provider does not say who you are in a form that can be read: its token needs an email address and a subject. Ask the operator of this server.',
    provider: 'The provider could not be asked, or its answer is not valid. Try again, or use your password.',
  },
)
