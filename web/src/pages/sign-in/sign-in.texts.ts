export const signInTexts = {
  title: 'Sign in',
  welcome: 'Sign in to Lettermill',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  leave: 'Leave this page',
  noAccount:
    'There is no page to register. The owner of this server invites you, or the first start prints a set-up link.',
  code: 'Code',
  codeHint: 'Your authenticator app shows it.',
}

export const setupTexts = {
  title: 'Set up Lettermill',
  welcome: 'Welcome to Lettermill',
  text: 'Create the account of the owner. It can do everything on this server, and invite others.',
  name: 'Your name',
  email: 'Email',
  emailHint: 'You sign in with it. Nothing is sent to it now.',
  password: 'Password',
  passwordHint: 'At least 12 characters.',
  submit: 'Create the account',
  used: {
    title: 'This link does not work any more',
    text: 'It works once, within an hour of the first start. If you have an account, sign in; otherwise the operator of the server can make a new link.',
    signIn: 'Sign in',
  },
}
