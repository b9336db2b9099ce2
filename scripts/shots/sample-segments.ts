// Segments as a shop has them, with some of everything that conditions can say.
type Post = <T>(path: string, body: unknown) => Promise<T>
type CreatedRecord = { id: string }

const PRO = { field: 'data.plan', operator: 'equals', value: 'pro' }

export const SHOP_FILTER = {
  operator: 'AND',
  conditions: [
    { field: 'subscribed', operator: 'equals', value: true },
    { field: 'data.orders', operator: 'greaterThanOrEqual', value: 5 },
    { operator: 'OR', conditions: [PRO, { field: 'data.country', operator: 'in', value: ['DE', 'NL'] }] },
  ],
}

const SPENDERS = {
  operator: 'AND',
  conditions: [
    { field: 'data.plan', operator: 'in', value: ['pro', 'free'] },
    {
      field: 'event.order.paid',
      operator: 'triggered',
      within: { amount: 90, unit: 'days' },
      count: { atLeast: 1 },
      where: [{ field: 'data.total', operator: 'greaterThan', value: 20 }],
    },
    {
      operator: 'NOT',
      conditions: [
        {
          operator: 'OR',
          conditions: [
            { field: 'emailActivity.bounced', operator: 'triggered', within: { amount: 30, unit: 'days' } },
            { field: 'email', operator: 'endsWith', value: '@example.org' },
          ],
        },
      ],
    },
  ],
}

export async function addSegments(post: Post): Promise<Record<'segment' | 'list', string>> {
  const make = async (body: object) => (await post<CreatedRecord>('/segments', body)).id
  const regulars = await make({ name: 'Regular customers', filters: SHOP_FILTER })
  await make({
    name: 'New this month',
    filters: {
      operator: 'AND',
      conditions: [{ field: 'createdAt', operator: 'within', value: { amount: 30, unit: 'days' } }],
    },
  })
  const list = await make({
    name: 'Beta testers',
    type: 'STATIC',
    description: 'Who asked to try things first.',
    emails: Array.from({ length: 12 }, (_, n) => `tester.${n}@example.com`),
  })
  await make({
    name: 'Regular customers without testers',
    trackMembership: true,
    filters: {
      operator: 'AND',
      conditions: [
        { field: 'segment', operator: 'memberOf', value: regulars },
        { field: 'segment', operator: 'notMemberOf', value: list },
      ],
    },
  })
  const segment = await make({ name: 'Big spenders', filters: SPENDERS, trackMembership: true })
  await post('/campaigns', {
    name: 'Summer sale',
    subject: 'Summer sale',
    body: '<p>Everything must go.</p><p><a href="{{ unsubscribeUrl }}">Unsubscribe</a></p>',
    from: 'hello@shop.test',
    audienceType: 'SEGMENT',
    segmentId: segment,
  })
  return { segment, list }
}
