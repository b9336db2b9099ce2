// The inbox helpers of the SDK: a sign-up page that sends an email, tested as its developers would.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inboxFixture } from '../../sdk/typescript/src/playwright.ts'
import { TestInbox, useInbox } from '../../sdk/typescript/src/vitest.ts'
import { openBrowser, openPage } from '../support/browser/browser.ts'
import { useDelivery } from '../support/delivery.ts'
import { makeEmail } from '../support/factories.ts'
import { RAW_EMAIL } from '../support/raw-email.ts'
import { sendOne } from '../support/send-steps.ts'
import { useTestApp } from '../support/test-app.ts'

const test = useTestApp({ MAIL_TRANSPORT: 'inbox:' })
const delivery = useDelivery(test)

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const settings = () => ({ baseUrl: urlOf(test.app.server), apiKey: test.project.secretKey })

const page = (body: string) => `<!doctype html><title>The Shop</title>${body}`

/** Sends an email with a link when somebody signs up, and welcomes who follows it. */
const shop = createServer((request, response) => {
  void answer(request).then((body) => response.setHeader('content-type', 'text/html').end(body))
})

async function answer(request: Parameters<RequestListener>[0]): Promise<string> {
  const { pathname, searchParams } = new URL(request.url ?? '', urlOf(shop))
  if (pathname === '/confirm') return page(`<h1>Welcome, ${searchParams.get('email')}</h1>`)
  if (request.method !== 'POST') {
    return page('<form method="post"><input name="email" aria-label="Email"><button>Sign up</button></form>')
  }
  const to = new URLSearchParams(await text(request)).get('email') ?? ''
  const link = `${urlOf(shop)}/confirm?email=${encodeURIComponent(to)}&amp;step=2`
  await sendOne(test, {
    to,
    subject: 'Confirm your address',
    body: `<p>Your code is 482913.</p><p><a href="${link}">Confirm</a></p>`,
    tracking: { opens: true, clicks: true },
  })
  return page('<h1>Look into your inbox</h1>')
}

beforeAll(async () => {
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  await once(shop.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  shop.closeAllConnections()
  shop.close()
})

describe('the Playwright fixture', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser.close())

  it('waits for the email of a sign-up, whose link confirms the address', async () => {
    await delivery.start()
    await inboxFixture(settings()).inbox({}, async (inbox) => {
      const { page } = await openPage(browser, urlOf(shop))
      const address = inbox.address('ada')
      await page.getByLabel('Email').fill(address)
      await page.getByRole('button', { name: 'Sign up' }).click()
      const email = await inbox.wait({ to: address, subject: 'confirm' })
      expect(email.codes).toEqual(['482913'])
      await page.goto(email.links.find((link) => link.text === 'Confirm')?.target ?? '')
      expect(await page.getByRole('heading').textContent()).toBe(`Welcome, ${address}`)
      await page.close()
    })
  })

  it('names its fixture in braces, from which Playwright reads what it needs', () => {
    expect(inboxFixture().inbox.toString()).toMatch(/^async \(\{\s*\}, use\)/)
  })
})

describe('the Vitest helper', () => {
  const inbox = useInbox(settings)

  const arrive = (address: string) =>
    makeEmail(test, { address, raw: RAW_EMAIL, stored: { status: 'DELIVERED' } })

  it('knows the emails since the test began, each once', async () => {
    test.clock.advance(1)
    const address = inbox.address()
    const ids = [await arrive(address), await arrive(address), await arrive(inbox.address())]
    expect((await inbox.wait({ to: address })).id).toBe(ids[0])
    expect((await inbox.wait({ to: address.toUpperCase() })).id).toBe(ids[1])
    const later = new TestInbox(settings(), new Date(Date.now() + 60_000))
    await expect(later.wait({ timeout: 0 })).rejects.toThrow('None arrived at all.')
  })

  it('says which email has arrived instead', async () => {
    test.clock.advance(1)
    const address = inbox.address('somebody')
    await arrive(address)
    const waiting = inbox.wait({ to: inbox.address('nobody'), timeout: 0 })
    await expect(waiting).rejects.toThrow(`"Hello {{ name }}" to ${address}`)
    await expect(waiting).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND', statusCode: 404 })
  })

  it('asks for the server and the key', () => {
    expect(() => new TestInbox()).toThrow('Set LETTERMILL_BASE_URL, or give baseUrl.')
    expect(() => new TestInbox({ baseUrl: 'http://localhost' })).toThrow('Set LETTERMILL_API_KEY')
  })
})
