import type { Stage } from '../harness/stage.ts'
import { DOMAIN, NEWSLETTER } from '../send/queue.ts'

/** A draft to everybody, that says what the emails of the send benchmark say. */
export async function postCampaign(stage: Stage): Promise<string> {
  const { data } = await stage.openApi({ connections: 1 }).post<{ data: { id: string } }>('/campaigns', {
    name: `Newsletter ${performance.now()}`,
    subject: 'News for {{ name }}',
    body: NEWSLETTER,
    from: `hello@${DOMAIN}`,
    audienceType: 'ALL',
  })
  return data.id
}
