import type { Stage } from '../harness/stage.ts'
import { DOMAIN, NEWSLETTER } from '../send/queue.ts'

/** A draft to all contacts, with the content of the send benchmark. */
export async function postCampaign(stage: Stage, plan: object = {}): Promise<string> {
  const { data } = await stage.openApi({ connections: 1 }).post<{ data: { id: string } }>('/campaigns', {
    name: `Newsletter ${performance.now()}`,
    subject: 'News for {{ name }}',
    body: NEWSLETTER,
    from: `hello@${DOMAIN}`,
    audienceType: 'ALL',
    ...plan,
  })
  return data.id
}
