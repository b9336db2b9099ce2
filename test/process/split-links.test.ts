// Links in email lead to the nodes that answer HTTP, also where another node sends it.
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { useNodes } from '../support/node-process.ts'
import { openNodeHere } from '../support/run-command.ts'
import { useSharedDatabase } from '../support/database/shared-database.ts'
import { createTestDatabase } from '../support/database/test-database.ts'

const nodes = useNodes()
const database = useSharedDatabase({ isEmpty: true })

/** Where the links of an email lead that is accepted now: the page, the pixel and a tracked link. */
async function linksOf(api: { url: string }): Promise<string[]> {
  const body = {
    to: 'ada@example.com',
    from: 'shop@shop.test',
    subject: 'Hello',
    body: `<p>${'Long enough for a pixel. '.repeat(10)}<a href="{{ unsubscribeUrl }}">leave</a> <a href="https://shop.test/offer">offer</a></p>`,
    tracking: { opens: true, clicks: true },
  }
  const sent = await ask(api, 'POST /v1/send', { body })
  const id = sent.json<{ data: { emails: { email: string }[] } }>().data.emails[0]?.email ?? ''
  const raw = await eventually(async () => {
    const answer = await ask(api, `GET /emails/${id}/raw`)
    expect(answer.status).toBe(200)
    return answer.text.replace(/=\r\n/g, '').replace(/=3D/g, '=')
  })
  const links = [...raw.matchAll(/(https?:\/\/[^\s"<>]+?)\/(unsubscribe|o|c)\/[\w-]+/g)]
  expect(new Set(links.map(([, , page]) => page))).toEqual(new Set(['unsubscribe', 'o', 'c']))
  return [...new Set(links.map(([, base = '']) => base))]
}

const ownUrl = (node: { url: string }) => node.url.replace('127.0.0.1', 'localhost')

describe('without PUBLIC_URL', () => {
  it('they lead to the node with role api, also when the worker was there before it', async () => {
    await openNodeHere('worker', database.settings)
    const api = await openNodeHere('api', database.settings)
    expect(await linksOf(api)).toEqual([ownUrl(api)])
    // No warning while email stays on this machine.
    expect(api.warning).toBeUndefined()
  })
})

describe('with PUBLIC_URL on the node with role api alone', () => {
  it('they lead there, whatever other nodes take for their own address', async () => {
    const settings = { ...database.settings, PUBLIC_URL: 'https://mail.example.com' }
    await openNodeHere('api', settings)
    const other = await openNodeHere('api', database.settings)
    await openNodeHere('worker', database.settings)
    expect(await linksOf(other)).toEqual(['https://mail.example.com'])
  })
})

it('a node that sends real email warns in its banner and its log that its links are of no use to recipients', async () => {
  // Alone on its database, where no other node has stored an address.
  const alone = await createTestDatabase()
  onTestFinished(() => alone.drop())
  const settings = { ...database.settings, DATABASE_URL: alone.url, MAIL_TRANSPORT: 'smtp://127.0.0.1:9' }
  const node = await nodes.start(settings)
  const warning = /Links in email lead to (\S+), which only this machine can open/.exec(node.stdout())?.[1]
  expect(warning).toBe(ownUrl(node))
  expect(node.output().match(/which only this machine can open/g)).toHaveLength(2)
  expect(node.stdout()).toMatch(/"level":40,.*which only this machine can open/)
  await node.kill()
})
