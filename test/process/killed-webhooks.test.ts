// Nodes are killed while they send webhooks to a receiver that fails at random, and the next one goes on. The receiver
// lives in the test, so what has arrived is known whatever happens to the node.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { useNodes } from '../support/node-process.ts'

const nodes = useNodes()

const EVENTS = 400
const KILLS = 3

type Received = { id: string; body: string; headers: Record<string, string> }

/** Refuses, or cuts off, one request in four; each event once at most, because the second pause is five minutes. */
async function startReceiver(received: Received[]): Promise<string> {
  const failed = new Set<string>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      const id = headers['webhook-id'] ?? ''
      if (!failed.has(id) && Math.random() < 0.25) {
        failed.add(id)
        if (Math.random() < 0.5) return response.writeHead(500).end()
        return request.socket.destroy()
      }
      received.push({ id, body: Buffer.concat(chunks).toString(), headers })
      response.writeHead(204).end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

it('every event arrives with a good signature and one body per id, whoever is killed', async () => {
  const received: Received[] = []
  const settings = {
    DATA_DIR: await nodes.preparedDir(),
    ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    API_RATE_PER_MINUTE: '0',
  }
  const url = await startReceiver(received)
  let node = await nodes.start(settings)
  const created = await ask(node, 'POST /webhooks', { body: { url, events: ['order'] } })
  const { secret } = created.json<{ secret: string }>()

  const tracked = new Set<string>()
  for (let kill = 0; kill <= KILLS; kill += 1) {
    const before = received.length
    const calls = Array.from({ length: EVENTS / (KILLS + 1) }, async (_, n) => {
      const body = { email: `person${n}@example.com`, event: 'order', data: { kill, n } }
      const { data } = (await ask(node, 'POST /v1/track', { body })).json<{ data: { event: string } }>()
      tracked.add(data.event)
    })
    await Promise.all(calls)
    if (kill === KILLS) break
    // In the middle of them.
    await eventually(() => expect(received.length).toBeGreaterThan(before + 10), 1)
    await node.kill()
    node = await nodes.start(settings)
  }

  expect(tracked.size).toBe(EVENTS)
  await eventually(() => expect(new Set(received.map(({ id }) => id))).toEqual(tracked), 100)
  const webhook = new Webhook(secret)
  for (const { body, headers } of received) expect(webhook.verify(body, headers)).toEqual(JSON.parse(body))
  for (const same of Map.groupBy(received, ({ id }) => id).values()) {
    expect(new Set(same.map(({ body }) => body)).size).toBe(1)
  }
})
