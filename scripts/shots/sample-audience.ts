// Adds records with which a shop reaches its audience again and again: a form, codes, a shared header and a weekly campaign.

type Post = <T>(path: string, body: unknown) => Promise<T>
type CreatedRecord = { id: string }

export type AudienceIds = Record<'form' | 'coupons' | 'partial' | 'recurring', string>

export async function addAudience(post: Post): Promise<AudienceIds> {
  const form = await post<CreatedRecord>('/forms', {
    name: 'Footer of the shop',
    fields: [
      { key: 'email', label: 'Email', type: 'email', required: true },
      { key: 'data.name', label: 'First name', type: 'text', required: false },
    ],
    topics: ['news'],
    consentText: 'We write once a month. You can leave at any time.',
  })
  const coupons = await post<CreatedRecord>('/coupon-lists', { key: 'spring', name: 'Spring sale, 10 %' })
  const codes = ['7H2K', '93LM', 'QX41', 'TA77', 'V8BC'].map((end) => `SPRING-${end}`)
  await post(`/coupon-lists/${coupons.id}/codes`, { codes })
  const partial = await post<CreatedRecord>('/partials', {
    key: 'header',
    name: 'Header',
    body: '<p style="font-weight:bold;color:#4549c9">Acme</p>',
  })
  const recurring = await post<CreatedRecord>('/recurring-campaigns', {
    name: 'Weekly news',
    subject: 'What is new at Acme',
    body: '<p>Hello {{ name }}</p><p><a href="{{ unsubscribeUrl }}">Unsubscribe</a></p>',
    from: 'hello@shop.test',
    audienceType: 'ALL',
    cron: '0 9 * * mon',
    timezone: 'Europe/Amsterdam',
  })
  return { form: form.id, coupons: coupons.id, partial: partial.id, recurring: recurring.id }
}
