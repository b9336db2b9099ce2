import { translatable } from '../../i18n/translatable.ts'

export const setupTexts = translatable('pages/setup/setup', 'setupTexts', {
  title: 'Set up Lettermill',
  welcome: 'Welcome to Lettermill',
  text: 'Create the account of the owner. It can do everything on this server, and invite others.',
  name: 'Your name',
  email: 'Email',
  emailHint: 'You sign in with it. Nothing is sent to it now.',
  password: 'Password',
  passwordHint: 'At least 12 characters.',
  timezone: 'Time zone',
  timezoneHint: 'Statistics and schedules of your project use it. You can change it later.',
  submit: 'Create the account',
  used: {
    title: 'This link does not work any more',
    text: 'It works once, within an hour of the start that printed it. If you have an account, sign in. As long as nobody has one, each start of the server prints a new link.',
    signIn: 'Sign in',
  },
})
