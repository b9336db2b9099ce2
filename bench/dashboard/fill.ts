// A large project as the pages of the dashboard show it: a million contacts, and some of everything else.
import { fillContacts } from '../campaign/fill.ts'
import type { Stage } from '../harness/stage.ts'

// More than one screen of each, so that no page is measured empty.
const FEW = 60

// The keys of the contacts have columns in the list. Their counters are what the triggers would have kept.
const COUNT_KEYS = `
  insert into counters (project_id, counter, label, value)
  select project_id, 'contact_fields', 'string:' || key, value
  from counters, unnest(array['name', 'code', 'city']) as key
  where counter = 'contacts' and label = ''`

export async function fillDashboard(stage: Stage): Promise<void> {
  await fillContacts(stage)
  await stage.pool.query(COUNT_KEYS)
  const api = stage.openApi({ connections: 4 })
  for (let n = 0; n < FEW; n += 1) {
    const email = `reader-${n}@example.com`
    await Promise.all([
      api.post('/v1/send', {
        to: email,
        from: 'hello@shop.test',
        subject: `Your order ${n}`,
        body: '<h1>Thank you</h1>',
      }),
      api.post('/v1/track', { email, event: 'order.paid', data: { amount: n } }),
      api.post('/templates', { name: `Template ${n}`, subject: 'Hello', body: '<p>Hello {{ name }}</p>' }),
      api.post('/segments', { name: `List ${n}`, type: 'STATIC' }),
    ])
  }
}
