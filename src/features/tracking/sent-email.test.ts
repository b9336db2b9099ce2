// A tracked link from the request that sends an email to its target.
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, readContact } from '../../../test/support/factories.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { readHits, visit } from './fixtures/tracked-email.ts'

const test = useTestApp({ PUBLIC_URL: 'https://mail.test' })

type Content = { html: string; text: string; headers: Record<string, string> }

async function sendEmail(
  app: TestApp,
  body: Record<string, unknown>,
): Promise<{ id: string; content: Content }> {
  const reply = await call(app, ['POST', '/v1/send'], {
    body: { to: 'ann@example.com', from: 'shop@shop.test', ...body },
  })
  expect(reply.statusCode).toBe(200)
  const id = reply.json<{ data: { emails: { email: string }[] } }>().data.emails[0]?.email ?? ''
  const content = (await call(app, ['GET', `/emails/${id}/content`])).json<Content>()
  return { id, content }
}

const hrefs = (html: string) =>
  [...html.matchAll(/(?:href|src|background)="([^"]*)"/g)].map(([, url = '']) => url)
const pathOf = (url: string | undefined) => (url ?? '').replace('https://mail.test', '')

describe('an email that is tracked', () => {
  it('leads its reader to the address that the call named, with the values of the call', async () => {
    const fresh = await inFreshProject(test)
    const { id, content } = await sendEmail(fresh, {
      subject: 'Order {{ order }}',
      body: `<body><p>Hi {{ name }}, ${'it is on its way. '.repeat(12)}</p><a href="https://shop.test/orders/{{ order }}?a=1&amp;b={{ data.code }}">See</a></body>`,
      data: { order: 'A 17', code: 'x&y', unused: 'z' },
      tracking: { opens: true, clicks: true },
    })
    const [link, pixel] = hrefs(content.html)
    expect([link, pixel].map((url) => url?.replace(/[^/]+$/, ''))).toEqual([
      'https://mail.test/c/',
      'https://mail.test/o/',
    ])
    expect((await visit(fresh, pathOf(link))).headers.location).toBe(
      'https://shop.test/orders/A%2017?a=1&b=x&y',
    )
    expect((await visit(fresh, pathOf(pixel))).headers['content-type']).toBe('image/gif')
    expect(await readHits(fresh, id as never)).toHaveLength(2)
  })

  it('is not tracked if it is transactional, by default', async () => {
    const fresh = await inFreshProject(test)
    const body = `<p>${'Your receipt. '.repeat(20)}</p><a href="https://shop.test/">See</a>`
    const off = { opens: false, clicks: false }
    expect((await sendEmail(fresh, { subject: 'Hi', body })).content.html).toBe(body)
    const on = { opens: true, clicks: true }
    await call(fresh, ['PATCH', '/project'], { body: { transactionalTracking: on } })
    expect((await sendEmail(fresh, { subject: 'Hi', body, tracking: off })).content.html).toBe(body)
    expect((await sendEmail(fresh, { subject: 'Hi', body })).content.html).toContain('/c/')
  })
})

describe('marketing email without an unsubscribe link', () => {
  it('has one in its footer and in its header, in the language of its reader, and it works', async () => {
    const fresh = await inFreshProject(test)
    await call(fresh, ['PATCH', '/project'], { body: { name: 'Acme', postalAddress: 'Main Street 1' } })
    const contact = await buildContact(fresh, { data: { locale: 'de' } })
    const template = await call(fresh, ['POST', '/templates'], {
      body: { name: 'News', subject: 'News', body: '<p>News</p>', type: 'MARKETING' },
    })
    const { content } = await sendEmail(fresh, {
      to: contact.email,
      template: template.json<{ id: string }>().id,
      tracking: { opens: false, clicks: true },
    })
    const [url] = hrefs(content.html)
    expect(content.html).toContain('>Abmelden</a>')
    expect(content.html).toContain('Main Street 1')
    expect(content.text).toContain(`Abmelden: ${url}`)
    expect(content.headers['List-Unsubscribe']).toContain(`<${url}>`)
    expect(content.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const reply = await test.app.inject({
      method: 'POST',
      url: pathOf(url),
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(reply.statusCode).toBe(200)
    expect((await readContact(fresh, contact.email))?.subscribed).toBe(false)
  })
})
