// Webhooks with deliveries that arrived and one that did not.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Post = <T>(path: string, body: unknown) => Promise<T>
type CreatedRecord = { id: string }

// The first attempts are over by then.
const SETTLE_MS = 3_000

export async function addWebhooks(post: Post): Promise<Record<'webhook' | 'delivery', string>> {
  const server = createServer((request, response) => {
    request.resume()
    const isBroken = request.url === '/crm'
    response.writeHead(isBroken ? 500 : 200, { 'content-type': 'application/json' })
    response.end(isBroken ? '{"error":"database is locked"}' : '{"ok":true}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const make = (body: object) => post<CreatedRecord>('/webhooks', body)
  await make({
    url: `${url}/all`,
    events: ['*'],
    description: 'Data warehouse',
    batch: { max: 100, waitMs: 1000 },
  })
  await make({ url: `${url}/old`, events: ['email.sent'], description: 'Old shop', enabled: false })
  const { id: webhook } = await make({
    url: `${url}/crm`,
    events: ['email.bounced', 'email.complained', 'contact.unsubscribed', 'order.paid'],
    description: 'CRM',
  })
  for (const email of ['ada.0@example.com', 'cleo.2@example.com', 'eli.4@example.com']) {
    await post('/v1/track', { email, event: 'order.paid', data: { total: { value: 49, persistent: false } } })
  }
  const { id: delivery } = await post<CreatedRecord>(`/webhooks/${webhook}/test`, {})
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  server.close()
  return { webhook, delivery }
}
