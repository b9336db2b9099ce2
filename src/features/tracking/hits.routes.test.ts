import { describe, expect, it } from 'vitest'
import { buildKey, inFreshProject } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { CHROME, clickToken, makeTrackedEmail, openToken, visit } from './fixtures/tracked-email.ts'

const test = useTestApp()

type HitList = { hits: { id: string }[]; cursor: string | null; hasMore: boolean; total: number | null }

describe('GET /emails/{id}/hits', () => {
  it('lists every hit with its verdict, newest first', async () => {
    const emailId = await makeTrackedEmail(test, { html: '<a href="https://shop.test/{{ x }}">1</a>' })
    await visit(test, `/o/${openToken(test, emailId)}`, { method: 'HEAD' })
    await visit(test, `/c/${clickToken(test, emailId, 0)}`)
    test.clock.advance(120_000)
    await visit(test, `/c/${clickToken(test, emailId, 0)}`, { agent: 'curl/8' })
    const reply = await call(test, ['GET', `/emails/${emailId}/hits`])
    expect(reply.statusCode).toBe(200)
    const { hits, ...rest } = reply.json<HitList>()
    expect(rest).toEqual({ cursor: null, hasMore: false, total: 3 })
    expect(hits).toMatchObject([
      { kind: 'click', verdict: 'machine', reasons: ['library'], method: 'GET', userAgent: 'curl/8' },
      { kind: 'click', url: 'https://shop.test/{{ x }}', verdict: 'human', userAgent: CHROME },
      {
        kind: 'open',
        url: null,
        verdict: 'machine',
        reasons: ['head_request'],
        method: 'HEAD',
      },
    ])
    expect(hits[0]).toMatchObject({
      rulesVersion: 2,
      place: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    })
  })

  it('goes on by cursor, to the end', async () => {
    const emailId = await makeTrackedEmail(test)
    for (let times = 0; times < 5; times += 1) await visit(test, `/o/${openToken(test, emailId)}`)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const query: Record<string, string> = { limit: '2', total: 'false', ...(cursor !== null && { cursor }) }
      const page: HitList = (await call(test, ['GET', `/emails/${emailId}/hits`], { query })).json()
      seen.push(...page.hits.map(({ id }) => id))
      cursor = page.cursor
      expect(page.total).toBeNull()
    } while (cursor !== null)
    expect(seen).toHaveLength(5)
    expect(seen).toEqual(seen.toSorted().toReversed())
  })

  it('refuses an invalid limit and a cursor of another email', async () => {
    const [one, other] = [await makeTrackedEmail(test), await makeTrackedEmail(test)]
    const bad = await call(test, ['GET', `/emails/${one}/hits`], { query: { limit: '0' } })
    expect([bad.statusCode, fieldsOf(bad)]).toEqual([422, { limit: 'too_small' }])
    for (let times = 0; times < 2; times += 1) await visit(test, `/o/${openToken(test, other)}`)
    const { cursor } = (
      await call(test, ['GET', `/emails/${other}/hits`], { query: { limit: '1' } })
    ).json<HitList>()
    const foreign = await call(test, ['GET', `/emails/${one}/hits`], { query: { cursor: cursor ?? '' } })
    expect([foreign.statusCode, errorOf(foreign).code]).toEqual([400, 'BAD_REQUEST'])
  })

  it("is a 404 for another project's email and for none", async () => {
    const emailId = await makeTrackedEmail(test)
    const other = await call(test, ['GET', `/emails/${emailId}/hits`], { key: test.other.secretKey })
    const none = await call(test, ['GET', '/emails/nothing/hits'])
    expect([other.statusCode, none.statusCode]).toEqual([404, 404])
  })

  it('needs a key that may read', async () => {
    const fresh = await inFreshProject(test)
    const emailId = await makeTrackedEmail(fresh)
    const statusWith = async (key: string | null) =>
      (await call(fresh, ['GET', `/emails/${emailId}/hits`], { key })).statusCode
    expect(await statusWith(null)).toBe(401)
    expect(await statusWith(fresh.project.publicKey)).toBe(403)
    expect(await statusWith(await buildKey(fresh, { scopes: ['send'] }))).toBe(403)
    expect(await statusWith(await buildKey(fresh, { scopes: ['read'] }))).toBe(200)
  })
})
