// The concurrent actions of callers: each is repeated by as many callers as it says, with a pause in between.
import type { Reply } from '../harness/http-request.ts'
import type { NodeCall } from './nodes.ts'
import { addressesIn, addressIn, idsOf, KEYS } from './world.ts'
import type { World } from './world.ts'

export type CallerAction = { callers: number; pauseMs: number; run(world: World): Promise<void> }

const IMPORTED_ROWS = 300
const DELETED_AT_ONCE = 20
const MOST_SCHEDULED_MS = 20_000

const call = (method: NodeCall['method'], path: string, body?: unknown): NodeCall => ({
  method,
  path,
  key: KEYS.secret,
  ...(body !== undefined && { body: JSON.stringify(body) }),
})

function note(world: World, reply: Reply | undefined): void {
  if (reply?.status === 200) world.acknowledged.push(...idsOf(reply.body))
}

function noteJob(world: World, reply: Reply | undefined): void {
  if (reply?.status === 202) world.jobs.push((JSON.parse(reply.body) as { jobId: string }).jobId)
}

const order = (world: World, to: unknown, more: object = {}) =>
  call('POST', '/v1/send', {
    to,
    from: world.sender.from,
    subject: 'Your order {{ number }}',
    body: '<p>Thank you for your order {{ number }}.</p>',
    data: { number: (world.turn += 1) },
    ...more,
  })

const marketing = (world: World, more: object = {}) =>
  call('POST', '/v1/send', { to: addressesIn(world, 5), template: world.marketingTemplate, ...more })

const soon = ({ random }: World): string =>
  new Date(Date.now() + random.next() * MOST_SCHEDULED_MS).toISOString()

const knownId = ({ random, contactIds }: World): string =>
  contactIds.length > 0 ? random.pick(contactIds) : '00000000-0000-7000-8000-000000000000'

const someIds = ({ random, contactIds }: World): string[] =>
  random.shuffle(contactIds).slice(0, DELETED_AT_ONCE)

export const ACTIONS: Record<string, CallerAction> = {
  'send to single recipients': {
    callers: 6,
    pauseMs: 20,
    async run(world) {
      note(world, await world.nodes.ask(order(world, { email: addressIn(world), name: 'Ann' })))
    },
  },
  'send to several and keep values on their contacts': {
    callers: 3,
    pauseMs: 50,
    async run(world) {
      const data = { number: (world.turn += 1), plan: { value: `plan ${world.turn % 5}`, persistent: true } }
      note(world, await world.nodes.ask(order(world, addressesIn(world, 20), { data })))
    },
  },
  'send with an Idempotency-Key until it is answered': {
    callers: 3,
    pauseMs: 50,
    async run(world) {
      const idempotencyKey = `order-${(world.turn += 1)}`
      const request = { ...order(world, addressesIn(world, 3)), idempotencyKey }
      note(world, await world.nodes.askUntilAnswered(request))
    },
  },
  'send marketing email, now and later': {
    callers: 3,
    pauseMs: 50,
    async run(world) {
      const isLater = world.random.next() < 0.5
      note(world, await world.nodes.ask(marketing(world, isLater ? { scheduledFor: soon(world) } : {})))
    },
  },
  'track events': {
    callers: 6,
    pauseMs: 20,
    async run(world) {
      const event = { email: addressIn(world), event: 'seen', data: { page: world.turn % 7 } }
      const key = world.random.next() < 0.5 ? KEYS.secret : KEYS.public
      await world.nodes.ask({ ...call('POST', '/v1/track', event), key })
    },
  },
  'subscribe and unsubscribe single contacts': {
    callers: 2,
    pauseMs: 50,
    async run(world) {
      const subscribed = world.random.next() < 0.6
      await world.nodes.ask(call('PATCH', `/contacts/${knownId(world)}`, { subscribed }))
    },
  },
  'unsubscribe by the link of an email': {
    callers: 1,
    pauseMs: 100,
    async run(world) {
      const { leave } = world.arrivals.findLast(({ leave: link }) => link !== undefined) ?? {}
      if (leave === undefined) return
      const body = 'List-Unsubscribe=One-Click'
      await world.nodes.ask({ method: 'POST', path: leave, body, type: 'application/x-www-form-urlencoded' })
    },
  },
  'delete single contacts': {
    callers: 2,
    pauseMs: 100,
    async run(world) {
      await world.nodes.ask(call('DELETE', `/contacts/${knownId(world)}`))
    },
  },
  'delete many contacts': {
    callers: 1,
    pauseMs: 1_000,
    async run(world) {
      const ids = someIds(world)
      if (ids.length === 0) return
      noteJob(world, await world.nodes.ask(call('POST', '/contacts/bulk', { action: 'delete', ids })))
    },
  },
  'subscribe and unsubscribe all contacts': {
    callers: 1,
    pauseMs: 1_000,
    async run(world) {
      const action = world.turn % 3 === 0 ? 'unsubscribe' : 'subscribe'
      noteJob(world, await world.nodes.ask(call('POST', '/contacts/bulk', { action, filter: {} })))
    },
  },
  'import contacts': {
    callers: 1,
    pauseMs: 1_000,
    async run(world) {
      const rows = addressesIn(world, IMPORTED_ROWS).map(
        (email, index) => `${email},${['', 'true', 'false'][index % 3]},city ${(world.turn += 1) % 9}`,
      )
      const body = `email,subscribed,city\n${rows.join('\n')}\n`
      const path = '/contacts/import?events=true&resubscribe=true'
      noteJob(
        world,
        await world.nodes.ask({ method: 'POST', path, key: KEYS.secret, type: 'text/csv', body }),
      )
    },
  },
  'list contacts and emails': {
    callers: 1,
    pauseMs: 200,
    async run(world) {
      await world.nodes.ask(call('GET', '/emails?limit=20'))
      // A ninth of them or so, another one each time.
      const search = `customer-${1 + Math.floor(world.random.next() * 9)}`
      const reply = await world.nodes.ask(call('GET', `/contacts?limit=100&search=${search}`))
      if (reply?.status !== 200) return
      const { contacts } = JSON.parse(reply.body) as { contacts: { id: string }[] }
      world.contactIds = contacts.map(({ id }) => id)
    },
  },
}
