// The choices of contacts for topics in imported and exported files.
import { beforeEach, describe, expect, it } from 'vitest'
import {
  buildContact,
  buildImport,
  inFreshProject,
  readContact,
  readEventNames,
  uploadCsv,
} from '../../../../test/support/factories.ts'
import { buildTopic } from '../../../../test/support/feature-steps.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()

let app: TestApp
beforeEach(async () => {
  app = await inFreshProject(test)
  for (const key of ['news', 'offers']) await buildTopic(app, { key })
})

const topicsOf = async (email: string) => (await readContact(app, email))?.topics
const choose = (id: string, topics: object) => call(app, ['PATCH', `/contacts/${id}`], { body: { topics } })

describe('an import', () => {
  it('reads a column for each topic, and skips empty cells', async () => {
    const job = await buildImport(
      app,
      'email,topics.news,topics.offers\nann@example.com,yes,\nbob@example.com,0,TRUE\ncid@example.com,maybe,\n',
    )
    expect(job).toMatchObject({
      progress: { done: 2, failed: 1 },
      errors: [{ row: 4, field: 'topics.news', message: expect.stringContaining('not "maybe"') as string }],
    })
    expect(await topicsOf('ann@example.com')).toEqual({ news: true })
    expect(await topicsOf('bob@example.com')).toEqual({ news: false, offers: true })
  })

  it('lets nobody join a topic again, unless it resubscribes', async () => {
    const ann = await buildContact(app, { email: 'ann@example.com' })
    await choose(ann.id, { news: false })
    const csv = 'email,topics.news,topics.offers\nann@example.com,true,false\n'
    await buildImport(app, csv)
    expect(await topicsOf('ann@example.com')).toEqual({ news: false, offers: false })
    await buildImport(app, csv, { query: { resubscribe: 'true' } })
    expect(await topicsOf('ann@example.com')).toEqual({ news: true, offers: false })
  })

  it('treats a repeated address as rows of separate files', async () => {
    const csv =
      'email,topics.news,topics.offers\na@example.com,no,no\na@example.com,yes,\nb@example.com,yes,\nb@example.com,no,\n'
    await buildImport(app, csv)
    expect(await topicsOf('a@example.com')).toEqual({ news: false, offers: false })
    expect(await topicsOf('b@example.com')).toEqual({ news: false })
  })

  it('records events only where it is asked to', async () => {
    const csv = 'email,topics.news\nann@example.com,true\nbob@example.com,false\n'
    await buildImport(app, csv)
    const ann = await readContact(app, 'ann@example.com')
    expect(await readEventNames(app, ann?.id ?? '')).toEqual([])
    await buildImport(app, csv.replace('true', 'no'), { query: { events: 'true' } })
    expect(await readEventNames(app, ann?.id ?? '')).toEqual(['contact.topic_left'])
    const bob = await readContact(app, 'bob@example.com')
    expect(await readEventNames(app, bob?.id ?? '')).toEqual([])
  })

  it('is refused with the topics that exist if a header or the map names another', async () => {
    const reply = await uploadCsv(app, 'email,topics.nwes\nann@example.com,true\n')
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { 'topics.nwes': 'invalid_enum_value' }])
    expect(reply.body).toContain('news, offers')
    const query = { map: JSON.stringify({ News: 'topics.news', Old: 'topics.old' }) }
    const mapped = await uploadCsv(app, 'email,News,Old\n', { query })
    expect(fieldsOf(mapped)).toEqual({ 'topics.old': 'invalid_enum_value' })
  })

  it('takes a column by the map', async () => {
    const query = { map: JSON.stringify({ Newsletter: 'topics.news' }) }
    await buildImport(app, 'email,Newsletter\nann@example.com,1\n', { query })
    expect(await topicsOf('ann@example.com')).toEqual({ news: true })
  })
})

describe('an export', () => {
  it('has a column for each topic, and can be imported again', async () => {
    const ann = await buildContact(app, {
      email: 'ann@example.com',
      data: { 'topics.news': 'own', 'data.topics.news': 'odd', 'topics.Else': 1 },
    })
    await choose(ann.id, { news: false })
    const csv = (await call(app, ['GET', '/contacts/export'])).body
    expect(csv).toBe(
      'email,subscribed,subscriptionState,pausedUntil,topics.news,topics.offers,data.data.topics.news,topics.Else,data.topics.news\r\n' +
        'ann@example.com,true,SUBSCRIBED,,false,,odd,1,own\r\n',
    )
    const other = await inFreshProject(test)
    for (const key of ['news', 'offers']) await buildTopic(other, { key })
    await buildImport(other, csv)
    expect(await readContact(other, 'ann@example.com')).toMatchObject({
      topics: { news: false },
      data: { 'topics.news': 'own', 'data.topics.news': 'odd', 'topics.Else': 1 },
    })
  })
})
