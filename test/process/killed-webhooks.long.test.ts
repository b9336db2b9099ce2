// Nodes are killed again and again while they send webhooks to a receiver that fails at random, and the next one goes on.
import { expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { useNodes } from '../support/node-process.ts'
import { expectGoodRequests, useUnreliableReceiver } from '../support/servers/unreliable-receiver.ts'

const nodes = useNodes()
const receiver = useUnreliableReceiver()

const EVENTS = 400
const KILLS = 3

it('every event arrives with a good signature and one body per id, whoever is killed', async () => {
  const { url, received } = receiver
  const settings = {
    DATA_DIR: await nodes.preparedDir(),
    ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    API_RATE_PER_MINUTE: '0',
  }
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
  expectGoodRequests(receiver, secret)
})
