// The page behind the link: what it shows, and what its button does.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  buildContact,
  inFreshProject,
  newAddress,
  readContact,
  readEventNames,
  buildImport,
} from '../../../test/support/factories.ts'
import { buildTopic } from '../../../test/support/feature-steps.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { LANGUAGES } from '../../platform/text/languages.ts'
import { createLinkTokens } from '../../platform/secrets/link-tokens.ts'
import {
  linkOf,
  newNetwork,
  openPage,
  pressButton,
  readConfirmationEmails,
  setSender,
  signUp,
  titleOf,
} from './fixtures/opt-in-steps.ts'

const DAY_MS = 86_400_000
const FORM_ID = crypto.randomUUID()

const test = useTestApp()
let app: TestApp
let email: string
beforeEach(async () => {
  app = await inFreshProject(test)
  email = newAddress()
  await setSender(app)
  await buildTopic(app, { key: 'news', name: 'News' })
  await buildTopic(app, { key: 'offers', name: 'Offers & more', optIn: 'explicit' })
})

const contact = async () => readContact(app, email)
const stateOf = async () => (await contact())?.subscriptionState
const idOf = async () => (await contact())?.id ?? ''
const ask = (input: Partial<Parameters<typeof signUp>[1]> = {}) =>
  signUp(app, { email, confirm: true, ...input })

describe('GET /confirm/{token}', () => {
  it('asks, names the topics, and changes nothing', async () => {
    await ask({ topics: ['news', 'offers'] })
    const url = await linkOf(app, email)
    const reply = await openPage(app, url)
    expect([reply.statusCode, titleOf(reply)]).toEqual([200, 'Confirm your subscription?'])
    expect(reply.body).toContain(email)
    expect(reply.body).toContain('News, Offers &amp; more')
    expect(reply.body).toMatch(
      /<form method="post" action="\.\.\/confirm\/[\w-]+"><button type="submit">Confirm/,
    )
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("form-action 'self';") as string,
    })
    expect(await stateOf()).toBe('PENDING')
  })

  it('speaks the language of the contact, the project or the browser, in all of them', async () => {
    const titles = new Set<string>()
    for (const language of LANGUAGES) {
      email = newAddress()
      await ask({ data: { locale: language } })
      const reply = await openPage(app, await linkOf(app, email))
      expect(reply.body).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
      expect(reply.body).not.toMatch(/\{\w+\}/)
      titles.add(titleOf(reply))
    }
    expect(titles.size).toBe(LANGUAGES.length)
    const invalid = await openPage(app, '/confirm/nothing', { 'accept-language': 'sv, en;q=0.5' })
    expect(titleOf(invalid)).toBe('Länken är inte giltig')
  })

  it.each(['nothing', 'A'.repeat(66), '%00'])('answers 404 for the token %s', async (token) => {
    const reply = await openPage(app, `/confirm/${token}`)
    expect(reply.statusCode).toBe(404)
    expect((await pressButton(app, `/confirm/${token}`)).statusCode).toBe(404)
  })

  it('takes no token of another purpose, and none of a confirmation that is not there', async () => {
    await ask()
    const ids = [app.project.projectId, crypto.randomUUID()]
    const tokens = createLinkTokens(test.deps.secrets)
    expect((await openPage(app, `/confirm/${tokens.make('browser', { ids })}`)).statusCode).toBe(404)
    const reply = await pressButton(app, `/confirm/${tokens.make('confirm', { ids })}`)
    expect([reply.statusCode, titleOf(reply)]).toEqual([200, 'This link no longer works'])
  })
})

describe('POST /confirm/{token}', () => {
  it('subscribes, joins the topics, and records each event once', async () => {
    await ask({ topics: ['news', 'offers'], source: { kind: 'form', id: FORM_ID, network: '192.0.2.1' } })
    const reply = await pressButton(app, await linkOf(app, email))
    expect([reply.statusCode, titleOf(reply)]).toEqual([200, 'Thank you, you are subscribed'])
    expect(await contact()).toMatchObject({
      subscriptionState: 'SUBSCRIBED',
      topics: { news: true, offers: true },
    })
    expect(await readEventNames(app, await idOf())).toEqual([
      'contact.created',
      'contact.subscribed',
      'contact.topic_joined',
      'contact.topic_joined',
      'contact.confirmed',
    ])
    const { rows } = await sql<{ data: unknown }>`
      select data from events where project_id = ${app.project.projectId} and name = 'contact.confirmed'`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([{ data: { topics: ['news', 'offers'], source: { kind: 'form', id: FORM_ID } } }])
  })

  it('acts once however often it is pressed, also at the same moment', async () => {
    await ask()
    const url = await linkOf(app, email)
    const replies = await Promise.all(Array.from({ length: 8 }, () => pressButton(app, url)))
    expect(replies.map(titleOf).toSorted()).toEqual(
      ['Thank you, you are subscribed', ...Array<string>(7).fill('You have confirmed already')].toSorted(),
    )
    expect(titleOf(await openPage(app, url))).toBe('You have confirmed already')
    const names = await readEventNames(app, await idOf())
    expect(names.filter((name) => name === 'contact.confirmed')).toHaveLength(1)
    expect(names.filter((name) => name === 'contact.subscribed')).toHaveLength(1)
  })

  it('leads to the page of the project, which the form may reach', async () => {
    const redirectUrl = 'https://shop.test/welcome?a=1'
    await call(app, ['PATCH', '/project'], { body: { doubleOptIn: { redirectUrl } } })
    await ask()
    const url = await linkOf(app, email)
    expect((await openPage(app, url)).headers['content-security-policy']).toContain(
      "form-action 'self' https://shop.test;",
    )
    const reply = await pressButton(app, url)
    expect([reply.statusCode, reply.headers.location]).toEqual([303, redirectUrl])
    expect(titleOf(await pressButton(app, url))).toBe('You have confirmed already')
  })

  it('joins a topic of a subscribed contact without subscribing it again', async () => {
    await buildContact(app, { email })
    await signUp(app, { email, topics: ['offers'] })
    await pressButton(app, await linkOf(app, email))
    expect(await contact()).toMatchObject({ subscriptionState: 'SUBSCRIBED', topics: { offers: true } })
    expect(await readEventNames(app, await idOf())).toEqual([
      'contact.created',
      'contact.topic_joined',
      'contact.confirmed',
    ])
  })

  it('brings back who had left, also where nobody else has to confirm', async () => {
    await buildContact(app, { email, subscribed: false })
    await signUp(app, { email, topics: ['news'] })
    expect(await stateOf()).toBe('LEFT')
    await pressButton(app, await linkOf(app, email))
    expect(await contact()).toMatchObject({ subscriptionState: 'SUBSCRIBED', topics: { news: true } })
  })

  it('does nothing for who left everything while a topic waited', async () => {
    const { id } = await buildContact(app, { email })
    await signUp(app, { email, topics: ['offers'] })
    await call(app, ['PATCH', `/contacts/${id}`], { body: { subscribed: false } })
    expect(titleOf(await pressButton(app, await linkOf(app, email)))).toBe('This link no longer works')
    expect(await contact()).toMatchObject({ subscriptionState: 'LEFT', topics: {} })
  })

  it('works again for who withdrew and asked again', async () => {
    await ask()
    await call(app, ['PATCH', `/contacts/${await idOf()}`], { body: { subscribed: false } })
    test.clock.advance(11 * 60_000)
    await signUp(app, { email })
    await pressButton(app, await linkOf(app, email))
    expect(await stateOf()).toBe('SUBSCRIBED')
  })

  it('leaves out a topic that was deleted, also if its key is used again', async () => {
    await ask({ topics: ['offers'] })
    const topics = await call(app, ['GET', '/topics'])
    const offers = topics
      .json<{ topics: { id: string; key: string }[] }>()
      .topics.find((one) => one.key === 'offers')
    await call(app, ['DELETE', `/topics/${offers?.id}`])
    await buildTopic(app, { key: 'offers', name: 'Other' })
    await pressButton(app, await linkOf(app, email))
    expect(await contact()).toMatchObject({ subscriptionState: 'SUBSCRIBED', topics: {} })
  })

  it('says kindly that the link has expired', async () => {
    await ask()
    const url = await linkOf(app, email)
    test.clock.advance(7 * DAY_MS)
    expect(titleOf(await openPage(app, url))).toBe('This link no longer works')
    expect(titleOf(await pressButton(app, url))).toBe('This link no longer works')
    expect(await stateOf()).toBe('PENDING')
  })

  it('does nothing for a contact that unsubscribed meanwhile: the wish is withdrawn', async () => {
    await ask()
    const url = await linkOf(app, email)
    await call(app, ['PATCH', `/contacts/${await idOf()}`], { body: { subscribed: false } })
    expect(titleOf(await openPage(app, url))).toBe('This link no longer works')
    expect(titleOf(await pressButton(app, url))).toBe('This link no longer works')
    expect(await stateOf()).toBe('LEFT')
  })

  it('does nothing for a contact that has another address meanwhile, which nobody has confirmed', async () => {
    await ask()
    const url = await linkOf(app, email)
    const id = await idOf()
    email = newAddress()
    await call(app, ['PATCH', `/contacts/${id}`], { body: { email } })
    expect(titleOf(await openPage(app, url))).toBe('This link no longer works')
    await pressButton(app, url)
    expect(await stateOf()).toBe('PENDING')
  })

  it('does nothing for a contact that was deleted', async () => {
    await ask()
    const url = await linkOf(app, email)
    await call(app, ['DELETE', `/contacts/${await idOf()}`])
    expect(titleOf(await openPage(app, url))).toBe('This link no longer works')
    expect((await pressButton(app, url)).statusCode).toBe(200)
    expect(await contact()).toBeUndefined()
  })

  it('still joins the topics if a server has subscribed the contact meanwhile', async () => {
    await ask({ topics: ['offers'] })
    const url = await linkOf(app, email)
    await call(app, ['POST', '/contacts'], { body: { email, subscribed: true } })
    expect(await stateOf()).toBe('SUBSCRIBED')
    expect(titleOf(await pressButton(app, url))).toBe('Thank you, you are subscribed')
    expect(await contact()).toMatchObject({ topics: { offers: true } })
    const names = await readEventNames(app, await idOf())
    expect(names.filter((name) => name === 'contact.subscribed')).toHaveLength(1)
  })
})

describe('an import of a PENDING contact', () => {
  const importIt = (path = '/contacts/import') =>
    buildImport(app, `email,subscribed\n${email},true\n`, { path })

  it('subscribes one that had not left', async () => {
    await ask()
    await importIt()
    expect(await stateOf()).toBe('SUBSCRIBED')
  })

  it('subscribes one that had left only with resubscribe, and else lets the link work', async () => {
    await buildContact(app, { email, subscribed: false })
    await ask()
    await importIt()
    expect(await stateOf()).toBe('PENDING')
    await importIt('/contacts/import?resubscribe=true')
    expect(await stateOf()).toBe('SUBSCRIBED')
  })
})

describe('the ledger of consent', () => {
  type Entry = Record<'what' | 'topic' | 'before' | 'after' | 'source' | 'sourceId' | 'text', string | null>
  const ledger = async () => {
    const reply = await call(app, ['GET', `/contacts/${await idOf()}/consent`])
    return reply
      .json<{ consent: Entry[] }>()
      .consent.map(({ what, topic, before, after, source, sourceId, text }) => [
        [what, topic, before, after],
        [source, sourceId, text],
      ])
      .toReversed()
  }

  it('has the sign-up and the confirmation, with the words that were shown', async () => {
    const text = 'Send me the news.'
    await ask({ topics: ['offers'], source: { kind: 'form', id: FORM_ID, text, network: newNetwork() } })
    const asked = [
      ['subscription', null, 'NEVER_ASKED', 'PENDING'],
      ['form', FORM_ID, text],
    ]
    expect(await ledger()).toEqual([asked])
    await pressButton(app, await linkOf(app, email))
    const [confirmation] = await readConfirmationEmails(app, email)
    expect(await ledger()).toEqual([
      asked,
      [
        ['confirmation', null, 'PENDING', 'SUBSCRIBED'],
        ['page', confirmation?.id, text],
      ],
      [
        ['topic', 'offers', null, 'IN'],
        ['page', confirmation?.id, text],
      ],
    ])
  })
})
