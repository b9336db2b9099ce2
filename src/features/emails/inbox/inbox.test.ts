import { describe, expect, it } from 'vitest'
import { buildKey, inFreshProject, makeEmail } from '../../../../test/support/factories.ts'
import { RAW_EMAIL } from '../../../../test/support/raw-email.ts'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()

type Inbox = { emails: { id: string; subject: string; to: string; bytes: number }[]; total: number }

describe('GET /inbox', () => {
  it('lists what is kept, newest first and by pages, for its project alone', async () => {
    const app = await inFreshProject(test)
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) {
      ids.push(await makeEmail(app, { raw: RAW_EMAIL, address: `to-${n}@example.com` }))
    }
    await makeEmail(app)
    const first = await call(app, ['GET', '/inbox'], { query: { limit: '2' } })
    const { emails, total, cursor } = first.json<Inbox & { cursor: string }>()
    expect([emails.map(({ id }) => id), total]).toEqual([ids.toReversed().slice(0, 2), 3])
    expect(emails[0]).toMatchObject({ to: 'to-2@example.com', bytes: RAW_EMAIL.length })
    const second = (await call(app, ['GET', '/inbox'], { query: { cursor } })).json<Inbox>()
    expect(second.emails.map(({ id }) => id)).toEqual([ids[0]])
    const theirs = await call(app, ['GET', '/inbox'], { key: test.other.secretKey })
    expect(theirs.json<Inbox>().emails).toEqual([])
  })

  it('is cleared by DELETE /inbox; the records of the emails stay', async () => {
    const app = await inFreshProject(test)
    const id = await makeEmail(app, { raw: RAW_EMAIL })
    const clear = (key: string) => call(app, ['DELETE', '/inbox'], { key })
    expect((await clear(test.other.secretKey)).json()).toEqual({ deleted: 0, hasMore: false })
    expect((await clear(app.project.secretKey)).json()).toEqual({ deleted: 1, hasMore: false })
    expect((await call(app, ['GET', '/inbox'])).json<Inbox>().total).toBe(0)
    expect((await call(app, ['GET', `/emails/${id}`])).statusCode).toBe(200)
    expect((await call(app, ['GET', `/emails/${id}/raw`])).statusCode).toBe(404)
  })

  it('is not cleared by a read-only key', async () => {
    const key = await buildKey(test, { scopes: ['read'] })
    expect((await call(test, ['DELETE', '/inbox'], { key })).statusCode).toBe(403)
    expect((await call(test, ['GET', '/inbox'], { key: null })).statusCode).toBe(401)
  })
})

describe('GET /emails/{id}/attachments', () => {
  it('lists the files, which are downloaded and never shown', async () => {
    const id = await makeEmail(test, { raw: RAW_EMAIL })
    const reply = await call(test, ['GET', `/emails/${id}/attachments`])
    expect(reply.json()).toEqual({
      attachments: [
        { index: 0, filename: 'page ü.html', contentType: 'text/html', bytes: 26, contentId: null },
        { index: 1, filename: 'logo.gif', contentType: 'image/gif', bytes: 42, contentId: 'logo' },
      ],
    })
    const page = await call(test, ['GET', `/emails/${id}/attachments/0`])
    expect(page.body.trim()).toBe('<script>alert(1)</script>')
    expect(page.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''page%20%C3%BC.html",
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  it('is a 404 for an unknown index', async () => {
    const id = await makeEmail(test, { raw: RAW_EMAIL })
    for (const index of ['2', '-1', 'x', '99999']) {
      expect((await call(test, ['GET', `/emails/${id}/attachments/${index}`])).statusCode).toBe(404)
    }
    const waiting = await makeEmail(test)
    expect((await call(test, ['GET', `/emails/${waiting}/attachments`])).statusCode).toBe(404)
  })
})
