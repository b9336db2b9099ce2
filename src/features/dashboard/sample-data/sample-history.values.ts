// The campaigns and the workflow of the sample data, which have a past.
import { SAMPLE_DOMAIN } from '../../suppressions/suppressions.values.ts'
import { SAMPLE_MARK } from './sample.values.ts'

export const SAMPLE_DESCRIPTION = `With a past that was made up; nothing was sent. ${SAMPLE_MARK}`

const SENDER = { from: 'hello@sample.test', fromName: 'Sample shop' }

/** So that nobody else is counted among the recipients. */
const SAMPLE_AUDIENCE = {
  audienceType: 'FILTERED',
  audienceFilter: {
    operator: 'AND',
    conditions: [{ field: 'email', operator: 'endsWith', value: `@${SAMPLE_DOMAIN}` }],
  },
}

const page = (
  title: string,
  text: string,
  links: readonly (readonly [url: string, label: string])[],
) => `<mjml><mj-head>
<mj-attributes><mj-all font-family="Helvetica, Arial, sans-serif" /></mj-attributes></mj-head><mj-body background-color="#f4f4f5">
<mj-section background-color="#ffffff" padding="32px"><mj-column>
<mj-text font-size="24px" font-weight="bold">${title}</mj-text>
<mj-text font-size="16px" line-height="24px">Hello {{ firstName | default: "there" }}, ${text}</mj-text>
${links.map(([url, label]) => `<mj-button background-color="#1d4ed8" href="https://example.com/${url}">${label}</mj-button>`).join('\n')}
<mj-text font-size="12px" color="#52525b"><a href="{{ unsubscribeUrl }}">Unsubscribe</a></mj-text>
</mj-column></mj-section></mj-body></mjml>`

/** `daysAgo`: when they were sent. `opened` and `clicked`: of a hundred recipients. */
export const SAMPLE_CAMPAIGNS = [
  {
    daysAgo: 16.3,
    opened: 48,
    clicked: 14,
    fields: {
      name: 'The autumn collection (sample)',
      description: SAMPLE_DESCRIPTION,
      subject: 'The autumn collection is here',
      previewText: 'Warm colours, and three things that will last for years',
      body: page(
        'The autumn collection is here',
        'everything new is on one page, and members see it first.',
        [
          ['autumn', 'See the collection'],
          ['journal/wool', 'Why we chose wool'],
        ],
      ),
      ...SENDER,
      ...SAMPLE_AUDIENCE,
    },
  },
  {
    daysAgo: 4.1,
    opened: 57,
    clicked: 21,
    fields: {
      name: 'Three small things (sample)',
      description: SAMPLE_DESCRIPTION,
      subject: '{{ firstName | default: "Hello" }}, three small things that save time',
      previewText: 'Two minutes to read, an hour saved per week',
      body: page('Three small things that save time', 'these are the ones our customers ask for most.', [
        ['tips', 'Read the tips'],
        ['tips/templates', 'Copy our templates'],
        ['feedback', 'Tell us yours'],
      ]),
      ...SENDER,
      ...SAMPLE_AUDIENCE,
    },
  },
] as const

/** Its event is one that no app tracks, so that nobody real enters. */
export const SAMPLE_WORKFLOW = {
  name: 'Welcome (sample)',
  description: SAMPLE_DESCRIPTION,
  enabled: true,
  trigger: { type: 'EVENT', event: 'sample.signed.up' },
  steps: [
    { id: 'welcome', type: 'SEND_EMAIL', config: { templateId: 'sample-welcome' }, next: 'wait' },
    { id: 'wait', type: 'DELAY', config: { amount: 10, unit: 'days' }, next: 'ordered' },
    {
      id: 'ordered',
      type: 'CONDITION',
      config: {
        filters: { operator: 'AND', conditions: [{ field: 'event.order.paid', operator: 'triggered' }] },
      },
      next: { no: 'news' },
    },
    { id: 'news', type: 'SEND_EMAIL', config: { templateId: 'sample-product-news' } },
  ],
} as const

export const SAMPLE_SEGMENT = {
  name: 'Paying customers (sample)',
  description: SAMPLE_DESCRIPTION,
  filters: {
    operator: 'AND',
    conditions: [{ field: 'data.plan', operator: 'in', value: ['pro', 'team'] }],
  },
} as const
