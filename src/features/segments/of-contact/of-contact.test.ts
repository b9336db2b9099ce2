import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { UNKNOWN } from '../../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { all, buildSegment, memberOf, PRO, trackMembers } from '../../../../test/support/segments.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { buildFilters } from '../../../filter-sources.ts'
import type { ContactId } from '../../../platform/ids.ts'
import { listSegmentsOfContact } from './of-contact.service.ts'

const test = useTestApp()

type Answer = {
  segments: { id: string; name: string; type: string; since: string | null }[]
  unchecked: { id: string; name: string }[]
}

const ask = (app: TestApp, id: string, options: object = {}) =>
  call(app, ['GET', `/contacts/${id}/segments`], options)
const read = async (app: TestApp, id: string) => (await ask(app, id)).json<Answer>()

describe('GET /contacts/{id}/segments', () => {
  it('lists static, tracked and other segments that the contact is in, by name', async () => {
    const app = await inFreshProject(test)
    const contact = await buildContact(app, { data: { plan: 'pro' } })
    await call(app, ['POST', '/v1/track'], { body: { email: contact.email, event: 'login' } })
    const other = await buildContact(app, { data: { plan: 'free' } })
    await buildSegment(app, { name: 'Testers', type: 'STATIC', emails: [contact.email] })
    await buildSegment(app, { name: 'Nobody', type: 'STATIC' })
    await buildSegment(app, { name: 'Tracked', filters: all(PRO), trackMembership: true })
    const login = { field: 'event.login', operator: 'triggered' }
    const logins = await buildSegment(app, { name: 'Logins', filters: all(login, PRO) })
    await buildSegment(app, { name: 'Both', filters: all(memberOf(logins.id)) })
    const free = { field: 'data.plan', operator: 'equals', value: 'free' }
    await buildSegment(app, { name: 'Free', filters: all(free) })
    await trackMembers(app.deps)

    const { segments, unchecked } = await read(app, contact.id)
    expect(segments.map(({ name, type, since }) => [name, type, since !== null])).toEqual([
      ['Both', 'DYNAMIC', false],
      ['Logins', 'DYNAMIC', false],
      ['Testers', 'STATIC', true],
      ['Tracked', 'DYNAMIC', true],
    ])
    expect(unchecked).toEqual([])
    expect((await read(app, other.id)).segments.map(({ name }) => name)).toEqual(['Free'])
  })

  it('names the segments whose filter is broken, and those that it did not reach in time', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(app, { data: { plan: 'pro' } })
    const below = await buildSegment(app, { name: 'Below', filters: all(PRO) })
    await buildSegment(app, { name: 'Broken', filters: all(memberOf(below.id)) })
    await call(app, ['DELETE', `/segments/${below.id}`])
    await buildSegment(app, { name: 'Pro', filters: all(PRO) })
    const { segments, unchecked } = await read(app, id)
    expect([segments, unchecked].map((list) => list.map(({ name }) => name))).toEqual([['Pro'], ['Broken']])
    const { deps, project } = app
    const late = await listSegmentsOfContact(deps.database.db, {
      projectId: project.projectId,
      contactId: id as ContactId,
      filters: buildFilters(deps.database),
      now: deps.clock.now(),
      signal: new AbortController().signal,
      limitMs: 0,
    })
    expect([late.segments.length, late.unchecked.length]).toEqual([0, 2])
  })

  it('evaluates more filters than fit into one statement', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(app, { data: { plan: 'pro' } })
    for (let number = 10; number < 33; number += 1) {
      await buildSegment(app, { name: `Pro ${number}`, filters: all(PRO) })
    }
    expect((await read(app, id)).segments).toHaveLength(23)
  })

  it('does not know contacts of other projects, and no parameters', async () => {
    const [app, other] = [await inFreshProject(test), await inFreshProject(test)]
    const { id } = await buildContact(other)
    for (const contactId of [id, UNKNOWN, 'none']) {
      const reply = await ask(app, contactId)
      expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'CONTACT_NOT_FOUND'])
    }
    const reply = await ask(app, id, { query: { limit: '1' } })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { limit: 'unrecognized_keys' }])
  })
})
