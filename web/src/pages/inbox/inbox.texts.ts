import { translatable } from '../../i18n/translatable.ts'

export const inbox = translatable('pages/inbox/inbox', 'inbox', {
  title: 'Inbox',
  subtitle: 'Every email of this project. Only your own transports send.',
  subtitleElsewhere: 'This server sends for real; the source of emails is kept only by the built-in inbox.',
  list: 'Emails, newest first',
  search: 'Search the inbox',
  empty: { title: 'The inbox is empty', text: 'Send an email with this call, and it appears here:' },
  nothing: 'No email matches.',
  choose: { title: 'Choose an email', text: 'J and K go through the list.' },
  details: 'History and details',
  to: 'to',
})
