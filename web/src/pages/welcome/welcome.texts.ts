import { translatable } from '../../i18n/translatable.ts'

export const welcome = translatable('pages/welcome/welcome', 'welcome', {
  heading: 'Send your first email',
  text: 'It goes to the built-in inbox, so nothing leaves this machine. Any sender under .test works there without a domain.',
  textElsewhere: 'The sender needs a domain that is verified in this project.',
  key: {
    title: 'Your key',
    text: 'It is shown once. Keep it on your server, never in a web page.',
    make: 'Create a key',
    name: 'First steps',
    copy: 'Copy the key',
  },
  call: { title: 'The call', text: 'Paste it into a terminal, or let the dashboard make the same call.' },
  to: 'To',
  from: 'From',
  subject: 'Subject',
  send: 'Send it',
  sendAgain: 'Send another one',
  result: {
    title: 'Your email',
    waiting: 'The email and its history will appear here the moment it is sent.',
    open: 'Open the email',
    took: (ms: string) => `Delivered ${ms} ms after the call`,
  },
  audience: {
    heading: 'Your first campaign',
    text: 'Five steps from an empty project to an email in the inboxes of your readers. Each is checked off once it is done.',
    form: ['Or begin with a form', 'People sign up on your site, and their consent is on record.'],
  },
  docs: ['Read the API reference', 'Every call, with examples that can be pasted.'],
})
