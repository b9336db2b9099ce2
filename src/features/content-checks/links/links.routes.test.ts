import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { buildKey } from '../../../../test/support/factories.ts'
import { UNKNOWN } from '../../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { useDnsServer } from '../../../../test/support/servers/dns-server.ts'
import { useReceiver } from '../../../../test/support/servers/webhook-receiver.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { LinkChecks } from './links.schema.ts'

const dns = await useDnsServer()
const test = useTestApp({ ALLOW_PRIVATE_HOSTS: '127.0.0.1', DNS_SERVERS: dns.address })
const receiver = await useReceiver()

type Fields = Record<string, unknown>

const linkTo = (url: string) => `<p>Hi</p>\n<a href="${url}">x</a>\n<a href="{{ link }}">y</a>`
const post = (url: string, body: Fields = {}) => call(test, ['POST', url as '/templates'], { body })
const draft = (body: string) => ({ subject: 'S', body })

async function buildTemplate(fields: Fields, key = test.project.secretKey): Promise<string> {
  const body = { name: 'T', subject: 'S', ...fields }
  return (await call(test, ['POST', '/templates'], { key, body })).json<{ id: string }>().id
}

async function buildCampaign(fields: Fields, key = test.project.secretKey): Promise<string> {
  const body = {
    name: 'C',
    subject: 'S',
    from: 'news@shop.test',
    audienceType: 'ALL',
    ...fields,
  }
  const reply = await call(test, ['POST', '/campaigns'], { key, body })
  if (reply.statusCode >= 300) throw new Error(reply.body)
  return reply.json<{ data: { id: string } }>().data.id
}

describe('POST /templates/checks/links', () => {
  it('asks links with a fixed address, and gives those that are not fine first', async () => {
    receiver.answer = ({ path }) => ({ status: path === '/gone' ? 404 : 200 })
    const body = `<a href="${receiver.url}/fine">x</a>\n<a href="${receiver.url}/gone">x</a><a href="{{ u }}">y</a>`
    const reply = await post('/templates/checks/links', draft(body))
    expect(reply.json<z.infer<typeof LinkChecks>>()).toEqual({
      links: [
        {
          url: `${receiver.url}/gone`,
          field: 'body',
          line: 2,
          status: 'broken',
          statusCode: 404,
          reason: 'the server answers 404',
        },
        { url: `${receiver.url}/fine`, field: 'body', line: 1, status: 'ok', statusCode: 200, reason: null },
      ],
    })
  })

  it('checks one email of a project at a time, and those of others meanwhile', async () => {
    const release = Promise.withResolvers<void>()
    const isAsked = Promise.withResolvers<void>()
    receiver.answer = async () => {
      isAsked.resolve()
      await release.promise
      return { status: 200 }
    }
    const first = post('/templates/checks/links', draft(linkTo(receiver.newUrl())))
    await isAsked.promise
    const second = await post('/templates/checks/links', draft(linkTo(receiver.newUrl())))
    expect([second.statusCode, errorOf(second).code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    const other = await call(test, ['POST', '/templates/checks/links'], {
      key: test.other.secretKey,
      body: draft('<p>no links</p>'),
    })
    expect(other.json()).toEqual({ links: [] })
    release.resolve()
    expect((await first).statusCode).toBe(200)
    expect((await post('/templates/checks/links', draft('<p>x</p>'))).statusCode).toBe(200)
  })

  it('never asks a link of this installation, under any of its names, nor after a redirect', async () => {
    const own = [`${test.deps.config.publicUrl}/c/x`, 'https://click.checked-links.com/c/x']
    for (const domain of ['checked-links.com', 'only-claimed.com']) {
      await call(test, ['POST', '/domains'], { key: test.other.secretKey, body: { domain } })
    }
    await sql`update domains set status = 'VERIFIED', verified_at = now() where domain = 'checked-links.com'`.execute(
      test.deps.database.db,
    )
    receiver.answer = ({ path }) => ({ status: 302, headers: { location: own[Number(path.slice(1))] ?? '' } })
    const links = [...own, `${receiver.url}/0`, `${receiver.url}/1`, 'https://click.only-claimed.com/']
    const body = links.map((url) => `<a href="${url}">x</a>`).join('\n')
    const { links: answers } = (await post('/templates/checks/links', draft(body))).json<
      z.infer<typeof LinkChecks>
    >()
    expect(Object.fromEntries(answers.map(({ url, status, reason }) => [url, [status, reason]]))).toEqual({
      [links[0] ?? '']: ['skipped', 'it leads to this installation'],
      [links[1] ?? '']: ['skipped', 'it leads to this installation'],
      [links[2] ?? '']: ['skipped', 'it redirects to this installation'],
      [links[3] ?? '']: ['skipped', 'it redirects to this installation'],
      [links[4] ?? '']: ['broken', expect.stringContaining('click.only-claimed.com') as string],
    })
  })

  it('refuses invalid drafts', async () => {
    expect(errorOf(await post('/templates/checks/links', draft('{% if %}'))).code).toBe('TEMPLATE_SYNTAX')
    expect(fieldsOf(await post('/templates/checks/links', { body: 'x' }))).toHaveProperty('subject')
  })
})

describe('POST /templates/{id}/checks/links', () => {
  it('asks the links of the template and of a translation', async () => {
    receiver.answer = () => ({ status: 410 })
    const [url, german] = [receiver.newUrl(), receiver.newUrl()]
    const translations = { de: { subject: 'S', body: linkTo(german) } }
    const id = await buildTemplate({ body: linkTo(url), translations })
    expect((await post(`/templates/${id}/checks/links`)).json()).toMatchObject({
      links: [{ url, line: 2, status: 'broken' }],
    })
    const inGerman = await post(`/templates/${id}/checks/links`, { language: 'de' })
    expect(inGerman.json()).toMatchObject({ links: [{ url: german }] })
  })
})

describe('POST /campaigns/{id}/checks/links', () => {
  it('asks the links of all variants, each once, with their field', async () => {
    receiver.answer = ({ path }) => ({ status: path === '/gone' ? 404 : 200 })
    const id = await buildCampaign({
      body: `<a href="${receiver.url}/fine">x</a>`,
      variants: [{ body: `<a href="${receiver.url}/fine">x</a>\n<a href="${receiver.url}/gone">x</a>` }],
      test: { share: 0.2, waitMinutes: 60, metric: 'clicks' },
    })
    const reply = await post(`/campaigns/${id}/checks/links`)
    expect(reply.json()).toMatchObject({
      data: {
        links: [
          { url: `${receiver.url}/gone`, field: 'variants.0.body', line: 2, status: 'broken' },
          { url: `${receiver.url}/fine`, field: 'body', line: 1, status: 'ok' },
        ],
      },
    })
  })
})

describe('a campaign in several languages', () => {
  it('has its own links first, and those of translations without a line', async () => {
    receiver.answer = () => ({ status: 200 })
    const [own, german] = [receiver.newUrl(), receiver.newUrl()]
    const body = `${linkTo(german)}<a href="${own}">x</a><div style="display: grid">x</div>`
    const translations = { de: { subject: 'S', body } }
    const templateId = await buildTemplate({ type: 'MARKETING', body: linkTo(own), translations })
    const id = await buildCampaign({ template: templateId, subject: undefined })
    expect((await post(`/campaigns/${id}/checks/links`)).json()).toMatchObject({
      data: {
        links: [
          { url: own, field: 'body', line: 2 },
          { url: german, field: 'body', line: null },
        ],
      },
    })
    const { data } = (await post(`/campaigns/${id}/preflight`)).json<{
      data: { problems: { code: string; message: string; line: number | null }[] }
    }>()
    expect(data.problems.filter(({ code }) => code === 'CLIENT_SUPPORT')).toMatchObject([
      { line: null, message: expect.stringMatching(/^de: display:grid/) as string },
    ])
  })
})

describe('checks of links', () => {
  it('need a full key, and a record of the project', async () => {
    const strange = {
      template: await buildTemplate({ body: 'x' }, test.other.secretKey),
      campaign: await buildCampaign({ body: 'x' }, test.other.secretKey),
    }
    for (const id of [UNKNOWN, strange.template]) {
      expect((await post(`/templates/${id}/checks/links`)).statusCode).toBe(404)
    }
    for (const id of [UNKNOWN, strange.campaign]) {
      expect((await post(`/campaigns/${id}/checks/links`)).statusCode).toBe(404)
    }
    const reading = await buildKey(test, { scopes: ['read'] })
    for (const url of ['/templates/checks/links', `/campaigns/${UNKNOWN}/checks/links`] as const) {
      const status = async (key: string | null) =>
        (await call(test, ['POST', url], { key, body: draft('x') })).statusCode
      expect(await Promise.all([null, reading, test.project.publicKey].map(status))).toEqual([401, 403, 403])
    }
  })
})
