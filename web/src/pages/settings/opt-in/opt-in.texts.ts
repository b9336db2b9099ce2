import { plural } from '../../../format/plural.ts'
import { translatable } from '../../../i18n/translatable.ts'

export const optInTexts = translatable('pages/settings/opt-in/opt-in', 'optInTexts', {
  text: 'Anyone can type anyone’s address into a form. With double opt-in, people who sign up get an email with a link, and marketing email only after following it.',
  docs: 'How double opt-in works',
  who: 'Who confirms',
  switch: 'Everyone who signs up confirms by a link',
  on: 'People who sign up by a form or a public key are asked to confirm. Until then they get no marketing email.',
  off: 'Off: new people are subscribed at once. Those who left still have to confirm before they are back.',
  noSender:
    'The project has no sender, so the emails with the link cannot be sent, and nobody can subscribe by a form. Choose a default sender, or an email with a sender of its own.',
  senderHint: 'The sender is set in',
  project: 'the settings of the project',
  email: 'The email with the link',
  template: 'Email',
  builtIn: 'The built-in email, in the language of the person',
  templateHint: 'Or a transactional template with {{ confirmUrl }}.',
  openTemplate: 'Open the template',
  goneTemplate: (id: string) => `A template that is not in this list (${id})`,
  redirect: 'Page after confirming',
  redirectHint: 'Empty: a page of this server that thanks them.',
  expires: 'Days that the link works',
  says: (days: number) =>
    `After ${plural(days, 'day')} without a click, the contact goes back to its previous state.`,
  notANumber: 'Type a number.',
  saved: 'The settings of double opt-in were saved.',
})
