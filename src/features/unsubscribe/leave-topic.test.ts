// Leaving the topic of an email: by its page, by one click, and by writing to its address.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, makeEmail, readContact } from '../../../test/support/factories.ts'
import type { ContactRecord } from '../../../test/support/factories.ts'
import { buildTopic } from '../../../test/support/feature-steps.ts'
import type { TopicRecord } from '../../../test/support/feature-steps.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { createLinkTokens } from '../../platform/secrets/link-tokens.ts'
import type { LinkPurpose } from '../../platform/secrets/link-tokens.ts'
import { act, buttonOf, look, otherButtonOf, titleOf } from './fixtures/recipient.ts'

const test = useTestApp()

let app: TestApp
let news: TopicRecord
let contact: ContactRecord
let emailId: string
beforeEach(async () => {
  app = await inFreshProject(test)
  news = await buildTopic(app, { key: 'news', name: 'News & more' })
  await buildTopic(app, { key: 'offers' })
  contact = await buildContact(app)
  const stored = { status: 'SENT', topic_id: news.id, sent_at: test.clock.now() }
  emailId = await makeEmail(app, { lane: 'marketing', contactId: contact.id, address: contact.email, stored })
})

const urlOf = (purpose: LinkPurpose): string => {
  const ids = [app.project.projectId, contact.id, emailId]
  return `/${purpose}/${createLinkTokens(test.deps.secrets).make(purpose, { ids })}`
}
const read = async () => {
  const { subscribed, topics } = (await readContact(app, contact.email)) ?? {}
  return { subscribed, topics }
}
const events = async () => {
  const { rows } = await sql<{ name: string; email_id: string; data: object }>`
    select name, email_id, data from events where contact_id = ${contact.id} and name <> 'contact.created'
    order by id`.execute(test.deps.database.db)
  return rows
}

describe('the page of an email with a topic', () => {
  it('asks about the topic, offers everything, and changes nothing', async () => {
    const reply = await look(app, urlOf('unsubscribe'))
    expect([reply.statusCode, titleOf(reply)]).toEqual([200, 'Unsubscribe from this topic?'])
    expect(reply.body).toContain('“News &amp; more”')
    expect(buttonOf(reply).label).toBe('Unsubscribe from this topic')
    expect(otherButtonOf(reply)[1]).toBe('Unsubscribe from everything')
    expect(await read()).toEqual({ subscribed: true, topics: {} })
  })

  it('leaves the topic, and joins it again', async () => {
    const left = await act(app, buttonOf(await look(app, urlOf('unsubscribe'))).url, {})
    expect(titleOf(left)).toBe('You have left this topic')
    expect(await read()).toEqual({ subscribed: true, topics: { news: false } })
    expect(titleOf(await look(app, urlOf('unsubscribe')))).toBe('You have left this topic')
    const back = buttonOf(left)
    expect(back.label).toBe('Get it again')
    expect(titleOf(await act(app, back.url, {}))).toBe('You are subscribed')
    expect(await read()).toEqual({ subscribed: true, topics: { news: true } })
    expect(await events()).toMatchObject([
      { name: 'contact.topic_left', email_id: emailId, data: { topic: 'news' } },
      { name: 'contact.topic_joined', email_id: emailId, data: { topic: 'news' } },
    ])
  })

  it('leaves everything by its other button', async () => {
    const [url = ''] = otherButtonOf(await look(app, urlOf('unsubscribe')))
    const reply = await act(app, url, {})
    expect(titleOf(reply)).toBe('You are unsubscribed')
    expect(await read()).toEqual({ subscribed: false, topics: {} })
    expect(titleOf(await look(app, urlOf('unsubscribe')))).toBe('You are unsubscribed')
    await act(app, buttonOf(reply).url, {})
    expect(await read()).toEqual({ subscribed: true, topics: {} })
  })

  it('is about everything if the topic was deleted', async () => {
    await call(app, ['DELETE', `/topics/${news.id}`])
    const reply = await look(app, urlOf('unsubscribe'))
    expect(titleOf(reply)).toBe('Unsubscribe?')
    expect(otherButtonOf(reply)).toEqual([])
    await act(app, urlOf('unsubscribe'))
    expect(await read()).toMatchObject({ subscribed: false })
  })
})

describe('one click', () => {
  it('leaves the topic once, whatever the query says', async () => {
    await act(app, urlOf('unsubscribe'))
    await act(app, `${urlOf('unsubscribe')}?all=no&all=yes&x=1`)
    expect(await read()).toEqual({ subscribed: true, topics: { news: false } })
    expect(await events()).toHaveLength(1)
  })

  it('does not unsubscribe who leaves all topics', async () => {
    await call(app, ['PATCH', `/contacts/${contact.id}`], { body: { topics: { offers: false } } })
    await act(app, urlOf('unsubscribe'))
    expect(await read()).toEqual({ subscribed: true, topics: { news: false, offers: false } })
  })
})
