// GET /browser/{token}: an email on a page.
import { describe, expect, it } from 'vitest'
import { useDelivery } from '../../../test/support/delivery.ts'
import { buildTemplate } from '../../../test/support/feature-steps.ts'
import { call } from '../../../test/support/requests.ts'
import { SENDER, sendOne } from '../../../test/support/send-steps.ts'
import type { SentEntry } from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { createLinkTokens } from '../../platform/secrets/link-tokens.ts'
import { look, titleOf } from './fixtures/recipient.ts'

const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)

const BODY = '<p>Hello {{ name }}</p><script>alert(1)</script><a href="{{ browserUrl }}">Look at it</a>'

type SentNews = { entry: SentEntry; html: string; url: string }

/** A tracked marketing email, and the target of its link. */
async function sendNews(body = BODY): Promise<SentNews> {
  const { id: template } = await buildTemplate(test, { body, type: 'MARKETING', from: SENDER })
  const to = `reader-${template}@example.com`
  const entry = await sendOne(test, {
    to,
    subscribed: true,
    template,
    subject: 'News',
    body: undefined,
    data: { name: '<Ann>' },
    tracking: { opens: true, clicks: true },
  })
  await delivery.drain()
  const content = await call(test, ['GET', `/emails/${entry.email}/content`])
  const { html, text } = content.json<{ html: string; text: string }>()
  const [url = ''] = /\/browser\/[\w-]+/.exec(html || text) ?? []
  return { entry, html, url }
}

describe('GET /browser/{token}', () => {
  it('shows the email as it was sent, without its pixel', async () => {
    const { html, url } = await sendNews()
    const reply = await look(test, url)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.body).toContain('Hello &lt;Ann&gt;')
    expect(html).toMatch(/\/o\/[\w-]+/)
    expect(reply.body.length).toBeLessThan(html.length)
    expect(reply.body).not.toMatch(/\/o\/[\w-]+/)
    expect(reply.body).toContain('/unsubscribe/')
  })

  it('runs nothing, is not cached, and loads images from anywhere', async () => {
    const { headers } = await look(test, (await sendNews()).url)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain('img-src *')
    expect(policy).toMatch(/; sandbox allow-popups/)
    expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin/)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
  })

  it('needs no key, and is not an open', async () => {
    const { entry, url } = await sendNews()
    await look(test, url)
    const { events } = (await call(test, ['GET', `/emails/${entry.email}`])).json<{
      events: { type: string }[]
    }>()
    expect(events.map(({ type }) => type)).not.toContain('opened')
  })

  it('says that the email is no longer there once its contact is deleted', async () => {
    const { entry, url } = await sendNews()
    expect((await call(test, ['DELETE', `/contacts/${entry.contact.id}`])).statusCode).toBe(204)
    const reply = await look(test, url, { 'accept-language': 'de' })
    expect([reply.statusCode, titleOf(reply)]).toEqual([404, 'Diese E-Mail ist nicht mehr verfügbar'])
  })

  it('refuses a link that was made for something else, altered, or belongs to no email', async () => {
    const { entry, url } = await sendNews()
    const tokens = createLinkTokens(test.deps.secrets)
    const { projectId } = test.project
    const open = tokens.make('open', { ids: [projectId, entry.email] })
    const nobody = tokens.make('browser', { ids: [test.other.projectId, entry.email] })
    const answers = await Promise.all(
      [`/browser/${open}`, `${url}A`, `/browser/${nobody}`].map((one) => look(test, one)),
    )
    expect(answers.map((reply) => [reply.statusCode, titleOf(reply)])).toEqual([
      [404, 'This link is not valid'],
      [404, 'This link is not valid'],
      [404, 'This email is no longer available'],
    ])
  })
})
