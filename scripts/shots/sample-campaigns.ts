// Campaigns in every state, and one that was read: for pictures of the list, the editor and the report.
import { apiClient } from '../../test/harness/api-client.ts'
import type { ApiClient } from '../../test/harness/api-client.ts'

const BODY = `
  <div style="background:#f4f4f7;padding:32px 16px;font-family:Helvetica,Arial,sans-serif">
    <div style="max-width:560px;margin:0 auto;background:#fff;border-radius:12px;padding:32px">
      <p style="margin:0;color:#4549c9;font-weight:bold">Acme</p>
      <h1 style="margin:16px 0 8px;font-size:26px;color:#17171c">The garden wakes up, {{ name | default: "friend" }}</h1>
      <p style="margin:0 0 20px;color:#565663;line-height:1.6">New tools, seeds for every balcony, and
        <a href="https://example.com/guide" style="color:#4549c9">a guide to the first warm weeks</a>.</p>
      <a href="https://example.com/spring" style="display:inline-block;background:#4549c9;color:#fff;padding:12px 20px;border-radius:8px;text-decoration:none;font-weight:bold">See what is new</a>
      <p style="margin:28px 0 0;color:#8a8a96;font-size:13px">Acme, 1 Main Street, Springfield ·
        <a href="{{ unsubscribeUrl }}" style="color:#8a8a96">Unsubscribe</a></p>
    </div>
  </div>`

/** A link of the campaign that was read, with its tags. */
export const CLICKED_URL = 'https://example.com/spring?utm_source=newsletter&utm_medium=email'

const READER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36'

// Sooner than a second after it was sent, only machines look at an email.
const READING_MS = 1_500
const MOST_LOOKS = 100

type CampaignReply = { data: { id: string; status: string } }

export async function fillCampaigns(
  url: string,
  key: string,
): Promise<Record<'campaign' | 'report', string>> {
  const api = apiClient(url, key)
  const make = async (fields: object): Promise<string> => {
    const common = { body: BODY, from: 'news@shop.test', fromName: 'Acme', audienceType: 'ALL' }
    return (await api.post<CampaignReply>('/campaigns', { ...common, ...fields })).data.id
  }
  const send = (id: string, options: object = {}) => api.post(`/campaigns/${id}/send`, options)
  const segment = await api.post<{ id: string }>('/segments', {
    name: 'Pro customers',
    filters: { operator: 'AND', conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] },
  })
  const report = await make({
    name: 'Spring news',
    subject: 'The garden wakes up',
    utm: { source: 'newsletter', medium: 'email' },
    variants: [{ subject: '{{ name | capitalize }}, your garden wakes up' }],
    test: { share: 1, waitMinutes: 60, metric: 'clicks' },
  })
  await send(report)
  await waitUntilRead(api, report)
  await readEmails({ api, url, id: report })
  await send(await make({ name: 'Summer sale', subject: 'Three days, one price' }), {
    scheduledFor: '2030-06-01T09:00:00+02:00',
  })
  await send(
    await make({
      name: 'Members first',
      subject: 'Before everybody else',
      audienceType: 'SEGMENT',
      segmentId: segment.id,
    }),
  )
  const campaign = await make({
    name: 'Autumn harvest',
    subject: 'Hello {{ name }}, what to pick now',
    previewText: 'Ten minutes a day are enough',
    topic: 'news',
    audienceType: 'SEGMENT',
    segmentId: segment.id,
  })
  return { campaign, report }
}

async function waitUntilRead(api: ApiClient, id: string): Promise<void> {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const { data } = await api.get<{ data: { queued: number; sent: number } }>(`/campaigns/${id}/stats`)
    if (data.sent > 0 && data.queued === 0) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await new Promise((resolve) => setTimeout(resolve, READING_MS))
}

type Recipients = { recipients: { emailId: string | null }[] }

/** Two of three open it, one of three follows a link, some both. */
async function readEmails({ api, url, id }: { api: ApiClient; url: string; id: string }): Promise<void> {
  const { recipients } = await api.get<Recipients>(`/campaigns/${id}/recipients?limit=100`)
  for (const [index, { emailId }] of recipients.entries()) {
    const { html } = await api.get<{ html: string }>(`/emails/${emailId}/content`)
    const visit = (path: string | undefined) =>
      path && fetch(url + path, { redirect: 'manual', headers: { 'user-agent': READER } })
    const links = [...html.matchAll(/\/c\/[\w.~-]+/g)].map(([path]) => path)
    if (index % 3 !== 2) await visit(/\/o\/[\w.~-]+/.exec(html)?.[0])
    if (index % 3 === 0) await visit(links[index % 2])
    if (index % 9 === 0) await visit(links[0])
  }
}
