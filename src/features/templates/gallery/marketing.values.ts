// Starting points for campaigns: what people have subscribed to.
import {
  band,
  bold,
  bullets,
  button,
  centred,
  columns,
  divider,
  documentOf,
  footer,
  heading,
  link,
  logo,
  newLine,
  products,
  social,
  spacer,
  text,
  wideButton,
} from './gallery-blocks.values.ts'
import type { GalleryTemplate } from './gallery-kinds.values.ts'

const NAME = '{{ firstName | default: "there" }}'
const PROJECT = '{{ lm_project_name }}'

const newsletter: GalleryTemplate = {
  id: 'newsletter',
  name: 'Newsletter',
  description: 'One story in full, two in short, and what comes next.',
  kind: 'news',
  type: 'MARKETING',
  subject: 'What we learned this month',
  previewText: 'One long read, two short ones, and a date for your calendar.',
  blocks: documentOf(
    logo,
    heading('What we learned this month'),
    text(`Hello ${NAME}, this is one long read, two short ones, and a date for your calendar.`),
    divider,
    heading('Slow mornings make better work', 2),
    text(
      'For six weeks we began every day without meetings. We expected quiet. What surprised us was the afternoon: fewer questions, shorter meetings, and more finished work.',
    ),
    button('Read the story', 'https://example.com/slow-mornings'),
    divider,
    columns(
      [
        heading('A tool we like', 3),
        text(
          'A notebook with numbered pages and an index. That is all it does. ',
          link('Have a look', 'https://example.com/notebook'),
        ),
      ],
      [
        heading('A question for you', 3),
        text('What do you do first in the morning? ', link('Tell us', 'https://example.com/question')),
      ],
    ),
    divider,
    heading('Coming up', 3),
    text(bold('Thursday, 12 March: '), 'an hour of questions and answers with the people who build it.'),
    text('Until next month,', newLine, bold(PROJECT)),
    social,
    footer,
  ),
  sample: { firstName: 'Ada' },
}

const announcement: GalleryTemplate = {
  id: 'announcement',
  name: 'Announcement',
  description: 'One piece of news, three reasons to care, and one button.',
  kind: 'news',
  type: 'MARKETING',
  subject: 'Shared calendars are here',
  previewText: 'Plan together, without sending times back and forth.',
  blocks: documentOf(
    logo,
    band([
      spacer(16),
      heading('Shared calendars are here', 1, 'center'),
      centred(
        'Plan together, without sending times back and forth. It is part of every plan, from today on.',
      ),
      button('See how it works', 'https://example.com/calendars', 'center'),
      spacer(16),
    ]),
    spacer(8),
    columns(
      [heading('One view', 3), text('Everybody sees the same week, in their own time zone.')],
      [heading('No doubles', 3), text('Two meetings at the same time are marked before you send them.')],
      [heading('Private stays private', 3), text('Others see that you are busy, and not with what.')],
    ),
    spacer(8),
    centred(`You find it in the menu on the left, ${NAME}. Tell us what you think: just reply.`),
    footer,
  ),
  sample: { firstName: 'Ada' },
}

const digest: GalleryTemplate = {
  id: 'digest',
  name: 'Weekly digest',
  description: 'The week in three figures, and what happened meanwhile.',
  kind: 'news',
  type: 'MARKETING',
  subject: 'Your week at a glance',
  previewText: 'Three figures, and what happened while you were away.',
  blocks: documentOf(
    logo,
    heading('Your week at a glance'),
    text(`Hello ${NAME}, this is what happened from Monday to Sunday.`),
    band(
      [heading('{{ stats.visits | default: 0 }}', 1, 'center'), centred('visits')],
      [heading('{{ stats.signups | default: 0 }}', 1, 'center'), centred('sign-ups')],
      [heading('{{ stats.orders | default: 0 }}', 1, 'center'), centred('orders')],
    ),
    spacer(8),
    heading('While you were away', 2),
    products('activity', { price: 'when', link: 'url' }),
    button('Open the dashboard', "{{ dashboardUrl | default: 'https://example.com/dashboard' }}"),
    footer,
  ),
  sample: {
    firstName: 'Ada',
    stats: { visits: '1,284', signups: '46', orders: '17' },
    activity: [
      { title: 'Grace commented on “Spring plans”', when: 'Friday', url: 'https://example.com/a/1' },
      { title: 'Three new people joined the team', when: 'Wednesday', url: 'https://example.com/a/2' },
      { title: 'The monthly report is ready', when: 'Monday', url: 'https://example.com/a/3' },
    ],
    dashboardUrl: 'https://example.com/dashboard',
  },
}

const eventInvitation: GalleryTemplate = {
  id: 'event',
  name: 'Event invitation',
  description: 'When, where, what to expect, and a button to say yes.',
  kind: 'event',
  type: 'MARKETING',
  subject: 'You are invited: an evening about making things',
  previewText: 'Thursday, 12 March, at seven. Bring somebody.',
  blocks: documentOf(
    logo,
    band([
      spacer(16),
      heading('An evening about making things', 1, 'center'),
      centred('Thursday, 12 March, 7 to 10 in the evening', newLine, 'The old print shop, 4 Mill Lane'),
      button('Yes, I am coming', 'https://example.com/yes', 'center'),
      spacer(16),
    ]),
    spacer(8),
    text(
      `Dear ${NAME}, once a year we open our workshop. Four people show what they are making, and there is time to talk, and soup.`,
    ),
    heading('The programme', 2),
    bullets(
      [bold('7:00 '), 'Doors open, soup is ready'],
      [bold('7:30 '), 'Four makers, ten minutes each'],
      [bold('8:30 '), 'Look, ask, try it yourself'],
    ),
    text(
      'You cannot come? ',
      link('Tell us', 'https://example.com/no'),
      ', and somebody else gets your place.',
    ),
    footer,
  ),
  sample: { firstName: 'Ada' },
}

const survey: GalleryTemplate = {
  id: 'survey',
  name: 'Survey',
  description: 'One question that is answered with one click.',
  kind: 'feedback',
  type: 'MARKETING',
  subject: `How is it going with ${PROJECT}?`,
  previewText: 'One question, one click.',
  blocks: documentOf(
    logo,
    heading('How is it going?', 1, 'center'),
    centred(`Hello ${NAME}, you have been with us for a while. One question, and one click is enough.`),
    spacer(8),
    columns(
      [wideButton('Very well', 'https://example.com/survey?answer=3')],
      [wideButton('It is okay', 'https://example.com/survey?answer=2')],
      [wideButton('Not well', 'https://example.com/survey?answer=1')],
    ),
    spacer(8),
    centred(
      'Want to say more? Reply to this email. We read every answer, and many of them change what we build next.',
    ),
    footer,
  ),
  sample: { firstName: 'Ada' },
}

const winBack: GalleryTemplate = {
  id: 'win-back',
  name: 'Win-back',
  description: 'For people who have not been there for a while: what is new, and a reason to return.',
  kind: 'offer',
  type: 'MARKETING',
  subject: `${NAME}, it has been a while`,
  previewText: 'Here is what has changed since your last visit.',
  blocks: documentOf(
    logo,
    heading('It has been a while'),
    text(
      `Hello ${NAME}, you have not been at ${PROJECT} for some time. A lot has changed since, and we think you would like it.`,
    ),
    bullets(
      [bold('It is twice as quick. '), 'Pages open before you have let go of the mouse.'],
      [bold('It works on your phone. '), 'Everything, not only the half of it.'],
      [bold('It costs less. '), 'The smallest plan is enough for most people now.'],
    ),
    band([
      heading('Welcome back', 3, 'center'),
      centred('Your next month is half the price with the code'),
      heading('{{ code | default: "WELCOMEBACK" }}', 2, 'center'),
    ]),
    spacer(8),
    button('Have another look', 'https://example.com/return'),
    text('Not for you any more? That is fine: leave below, and we do not write again.'),
    footer,
  ),
  sample: { firstName: 'Ada', code: 'ADA-50' },
}

const abandonedCart: GalleryTemplate = {
  id: 'abandoned-cart',
  name: 'Abandoned cart',
  description: 'Shows what somebody has left in the cart, and leads back to it.',
  kind: 'order',
  type: 'MARKETING',
  subject: 'Your cart is still here',
  previewText: 'We keep it for you until the end of the week.',
  blocks: documentOf(
    logo,
    heading('You left something behind'),
    text(`Hello ${NAME}, we have kept your cart. It takes a minute to finish the order.`),
    products('cart.items', { image: 'image', link: 'url' }),
    divider,
    heading('Together: {{ cart.total }}', 2),
    button('Back to your cart', "{{ cart.url | default: 'https://example.com/cart' }}"),
    divider,
    bullets(
      ['Delivered within three days'],
      ['Returns are possible for 30 days'],
      ['Questions are answered by people'],
    ),
    divider,
    footer,
  ),
  sample: {
    firstName: 'Ada',
    cart: {
      items: [
        { title: 'Linen apron, blue', price: '€ 39.00', url: 'https://example.com/apron' },
        { title: 'Bread knife', price: '€ 28.00', url: 'https://example.com/knife' },
      ],
      total: '€ 67.00',
      url: 'https://example.com/cart',
    },
  },
}

const letter: GalleryTemplate = {
  id: 'letter',
  name: 'Plain letter',
  description: 'Words only, as one person writes to another.',
  kind: 'news',
  type: 'MARKETING',
  subject: 'A short note about the coming year',
  previewText: 'What we plan, and what we would like to know from you.',
  blocks: documentOf(
    text(`Dear ${NAME},`),
    text(
      'a year ago I wrote to you that we would rather do few things well. I want to tell you how that went, and what comes next.',
    ),
    text(
      'It went well. We finished three large projects and left five others alone. You wrote to us more than two thousand times, and most of what we built began in one of these letters.',
    ),
    text(
      'In the coming year we make what is there easier: fewer settings, better words, and help where you need it. If there is one thing that you would change, ',
      link('write to me', 'mailto:hello@example.com'),
      '. I read all of it.',
    ),
    text('Thank you for being here.'),
    text('Yours,', newLine, bold('Maria Lindqvist'), newLine, PROJECT),
    divider,
    footer,
  ),
  sample: { firstName: 'Ada' },
}

const changelog: GalleryTemplate = {
  id: 'changelog',
  name: 'Changelog',
  description: 'What is new, improved and fixed, in a form that can be read in a minute.',
  kind: 'news',
  type: 'MARKETING',
  subject: `New in ${PROJECT}: search, exports and a quicker start`,
  previewText: 'Four weeks of work, in a minute.',
  blocks: documentOf(
    logo,
    heading('What is new'),
    text(`Hello ${NAME}, this is what we have built in the last four weeks.`),
    band([
      heading('Search finds everything', 2),
      text(
        'Press Ctrl-K on any page, type what you remember, and you are there. It also looks into files and comments.',
      ),
      button('Try the search', 'https://example.com/search'),
    ]),
    spacer(8),
    heading('New', 3),
    bullets(['Export every list as a spreadsheet'], ['Dark theme on phones']),
    heading('Improved', 3),
    bullets(['The first page opens in half the time'], ['Names are suggested while you type']),
    heading('Fixed', 3),
    bullets(['Dates follow your time zone everywhere'], ['Long titles are no longer cut in print']),
    text(link('All changes', 'https://example.com/changelog')),
    footer,
  ),
  sample: { firstName: 'Ada' },
}

export const MARKETING: readonly GalleryTemplate[] = [
  newsletter,
  announcement,
  digest,
  eventInvitation,
  survey,
  winBack,
  abandonedCart,
  letter,
  changelog,
]
