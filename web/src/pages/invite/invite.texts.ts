import { translatable } from '../../i18n/translatable.ts'

export const invite = translatable('pages/invite/invite', 'invite', {
  title: 'Invitation',
  heading: 'You are invited',
  text: 'Choose a name and a password. If this address has an account already, give its password.',
  name: 'Your name',
  password: 'Password',
  passwordHint: 'At least 12 characters.',
  submit: 'Accept the invitation',
})
