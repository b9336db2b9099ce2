// A listmonk on loopback with so many subscribers, whose pages are made when they are asked for.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const LARGEST_PAGE = 1_000
const LISTS = [
  { id: 1, name: 'Monthly News', type: 'public', optin: 'double' },
  { id: 2, name: 'Customers', type: 'private', optin: 'single' },
]

/** Every tenth has left the newsletter, every twentieth is a customer, and every thousandth is blocklisted. */
function subscriberOf(index: number) {
  return {
    id: index + 1,
    email: `reader-${index}@mailbox-${index % 500}.example`,
    name: `Reader Number${index}`,
    attribs: { city: `City ${index % 300}`, plan: index % 3 === 0 ? 'pro' : 'free', visits: index % 90 },
    status: index % 1_000 === 0 ? 'blocklisted' : 'enabled',
    lists: [
      { id: 1, subscription_status: index % 10 === 0 ? 'unsubscribed' : 'confirmed' },
      ...(index % 20 === 0 ? [{ id: 2, subscription_status: 'unconfirmed' }] : []),
    ],
  }
}

export async function startListmonk(subscribers: number): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://listmonk')
    const size = Math.min(Number(searchParams.get('per_page')), LARGEST_PAGE)
    const from = (Number(searchParams.get('page')) - 1) * size
    const count = Math.max(0, Math.min(size, subscribers - from))
    const results = Array.from({ length: count }, (_, index) => subscriberOf(from + index))
    const data =
      pathname === '/api/lists'
        ? { results: LISTS, total: LISTS.length }
        : pathname === '/api/subscribers'
          ? { results, total: subscribers }
          : []
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}
