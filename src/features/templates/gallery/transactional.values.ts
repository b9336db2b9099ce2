// Starting points for the email of an app: what somebody has asked for, or must know.
import {
  bold,
  bullets,
  button,
  columns,
  divider,
  documentOf,
  heading,
  link,
  logo,
  newLine,
  products,
  spacer,
  text,
} from './gallery-blocks.values.ts'
import type { GalleryTemplate } from './gallery-kinds.values.ts'

const NAME = '{{ firstName | default: "there" }}'
const PROJECT = '{{ lm_project_name }}'

const welcome: GalleryTemplate = {
  id: 'welcome',
  name: 'Welcome',
  description: 'Greets somebody who has just signed up, and shows three things to begin with.',
  kind: 'welcome',
  type: 'TRANSACTIONAL',
  subject: `Welcome to ${PROJECT}`,
  previewText: 'Your account is ready. Three small steps to begin with.',
  blocks: documentOf(
    logo,
    heading(`Good to have you here, ${NAME}`),
    text(
      `Your account at ${PROJECT} is ready. Most people need about ten minutes to feel at home, and these three steps are a good way to begin.`,
    ),
    button('Open your account', "{{ accountUrl | default: 'https://example.com/account' }}"),
    divider,
    columns(
      [heading('1. Look around', 3), text('Everything you need is on the first page.')],
      [heading('2. Make it yours', 3), text('Add your name, your logo and your colours.')],
      [heading('3. Invite others', 3), text('It is better with the people you work with.')],
    ),
    divider,
    text('You’ve got questions? Reply to this email. A person reads it, and answers within a day.'),
    text('See you inside,', newLine, bold(`The team of ${PROJECT}`)),
  ),
  sample: { firstName: 'Ada', accountUrl: 'https://example.com/account' },
}

const receipt: GalleryTemplate = {
  id: 'receipt',
  name: 'Receipt',
  description: 'Confirms an order with its items, its total and where it goes.',
  kind: 'order',
  type: 'TRANSACTIONAL',
  subject: 'Your order {{ order.number }}',
  previewText: 'Thank you. Here is what you ordered, and when it arrives.',
  blocks: documentOf(
    logo,
    heading(`Thank you, ${NAME}`),
    text('We have received your order ', bold('{{ order.number }}'), ' of {{ order.date }}.'),
    spacer(8),
    heading('What you ordered', 3),
    products('order.items'),
    divider,
    text('Shipping: {{ order.shipping }}'),
    heading('Total: {{ order.total }}', 2),
    button('See your order', "{{ order.url | default: 'https://example.com/orders' }}"),
    divider,
    columns(
      [heading('Delivery', 3), text('{{ order.address }}')],
      [heading('Payment', 3), text('{{ order.payment }}')],
    ),
    divider,
    text('Something is not right? Reply to this email, and we take care of it.'),
  ),
  sample: {
    firstName: 'Ada',
    order: {
      number: '2041',
      date: '18 November',
      items: [
        { title: 'Coffee grinder, steel', price: '€ 49.00' },
        { title: 'Filter papers, 100 pieces', price: '€ 6.50' },
        { title: 'Sidama, 500 g', price: '€ 14.00' },
      ],
      shipping: '€ 4.50',
      total: '€ 74.00',
      address: 'Ada Lovelace, 12 St James’s Square, London',
      payment: 'Card ending in 4242',
      url: 'https://example.com/orders/2041',
    },
  },
}

const passwordReset: GalleryTemplate = {
  id: 'password-reset',
  name: 'Password reset',
  description: 'A link to choose a new password, and what to do if nobody asked for it.',
  kind: 'account',
  type: 'TRANSACTIONAL',
  subject: `Choose a new password for ${PROJECT}`,
  previewText: 'The link works for one hour, and once.',
  blocks: documentOf(
    logo,
    heading('Choose a new password'),
    text(
      `Hello ${NAME}, somebody asked for a new password for your account at ${PROJECT}. If it was you, choose one here:`,
    ),
    button('Choose a new password', "{{ resetUrl | default: 'https://example.com/reset' }}"),
    text('The link works for one hour, and once.'),
    divider,
    heading('It wasn’t you?', 3),
    text(
      'Then there is nothing to do: your password stays as it is. If you get several of these emails, ',
      link('tell us', "{{ helpUrl | default: 'https://example.com/help' }}"),
      '.',
    ),
  ),
  sample: {
    firstName: 'Ada',
    resetUrl: 'https://example.com/reset/8f3c1d',
    helpUrl: 'https://example.com/help',
  },
}

const invitation: GalleryTemplate = {
  id: 'team-invitation',
  name: 'Team invitation',
  description: 'Invites a colleague to an account, with what they can do there.',
  kind: 'account',
  type: 'TRANSACTIONAL',
  subject: '{{ inviter | default: "A colleague" }} invites you to {{ team | default: "their team" }}',
  previewText: 'Accept the invitation to work together.',
  blocks: documentOf(
    logo,
    heading('Come and work with us'),
    text(
      bold('{{ inviter | default: "A colleague" }}'),
      ` invites you to join {{ team | default: "their team" }} at ${PROJECT}.`,
    ),
    button('Accept the invitation', "{{ inviteUrl | default: 'https://example.com/invite' }}"),
    divider,
    heading('With an account you can', 3),
    bullets(
      ['see everything the team works on'],
      ['comment, and ask for what you need'],
      ['choose what you get email about'],
    ),
    divider,
    text('The invitation is open for seven days. If you don’t know who sent it, ignore this email.'),
  ),
  sample: { inviter: 'Grace Hopper', team: 'Compilers', inviteUrl: 'https://example.com/invite/51c0' },
}

export const TRANSACTIONAL: readonly GalleryTemplate[] = [welcome, receipt, passwordReset, invitation]
