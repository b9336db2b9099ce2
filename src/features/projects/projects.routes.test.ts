import { describe, expect, it } from 'vitest'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import type { Reply } from '../../../test/support/requests.ts'
import { buildProject, useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { setProjectDisabled } from './projects.service.ts'

const test = useTestApp()

const read = () => call(test, ['GET', '/project'])
const patch = (body: unknown): Promise<Reply> => call(test, ['PATCH', '/project'], { body })

describe('GET /project', () => {
  it('shows the project of the key, with the settings that a new one has', async () => {
    const reply = await call(test, ['GET', '/project'], { key: test.other.secretKey })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({
      id: test.other.projectId,
      name: 'Test',
      defaultFrom: null,
      defaultFromName: null,
      replyTo: null,
      tracking: { opens: true, clicks: true },
      transactionalTracking: { opens: false, clicks: false },
      publicTracking: 'full',
      locale: 'en',
      timezone: 'UTC',
      postalAddress: null,
      brandColor: null,
      frequencyCap: null,
      quietHours: null,
      holdAtMostHours: 48,
      doubleOptIn: { enabled: false, templateId: null, redirectUrl: null, expiresDays: 7 },
      consentNetworks: false,
      controlGroup: { percent: 0, since: null },
      mcpApprovalAbove: 100,
      archive: {
        enabled: false,
        title: null,
        path: expect.stringMatching(/^\/archive\/[\w-]{36}$/) as string,
      },
      warnings: [],
      disabled: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      updatedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    })
  })
})

describe('PATCH /project', () => {
  it('changes the given fields, keeps the rest, and updates updatedAt', async () => {
    const before = (await read()).json<{ updatedAt: string; locale: string }>()
    test.clock.advance(1000)
    const reply = await patch({
      name: ' My shop ',
      defaultFrom: ' Hello@Shop.EXAMPLE ',
      defaultFromName: 'The shop',
      replyTo: 'help@shop.example',
      timezone: 'Europe/Amsterdam',
      postalAddress: 'Main Street 1\n1000 Town',
      brandColor: '#0F766E',
    })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({
      name: 'My shop',
      defaultFrom: 'hello@shop.example',
      defaultFromName: 'The shop',
      replyTo: 'help@shop.example',
      timezone: 'Europe/Amsterdam',
      postalAddress: 'Main Street 1\n1000 Town',
      brandColor: '#0f766e',
      locale: before.locale,
    })
    expect(reply.json<{ updatedAt: string }>().updatedAt > before.updatedAt).toBe(true)
    expect((await read()).json()).toEqual(reply.json())
  })

  it('changes one half of tracking alone', async () => {
    await patch({ tracking: { opens: false, clicks: false } })
    expect((await patch({ tracking: { opens: true } })).json()).toMatchObject({
      tracking: { opens: true, clicks: false },
    })
    expect((await patch({ tracking: { opens: false } })).json()).toMatchObject({
      tracking: { opens: false, clicks: false },
    })
    expect((await patch({ tracking: { clicks: true } })).json()).toMatchObject({
      tracking: { opens: false, clicks: true },
    })
  })

  it('changes the tracking of transactional email apart from that of marketing email', async () => {
    await patch({ tracking: { opens: true, clicks: false } })
    expect((await patch({ transactionalTracking: { clicks: true } })).json()).toMatchObject({
      tracking: { opens: true, clicks: false },
      transactionalTracking: { opens: false, clicks: true },
    })
  })

  it('clears an address with null', async () => {
    await patch({
      defaultFrom: 'a@shop.example',
      replyTo: 'b@shop.example',
      defaultFromName: 'X',
      postalAddress: 'Y',
      brandColor: '#000000',
    })
    const cleared = {
      defaultFrom: null,
      replyTo: null,
      defaultFromName: null,
      postalAddress: null,
      brandColor: null,
    }
    expect((await patch(cleared)).json()).toMatchObject(cleared)
  })

  it('changes nothing with nothing', async () => {
    const { updatedAt: _, ...before } = (await read()).json<Record<string, unknown>>()
    expect((await patch({})).json()).toMatchObject(before)
  })

  it('does not change read-only fields', async () => {
    const before = (await read()).json<{ id: string; createdAt: string }>()
    const reply = await patch({ id: test.other.projectId, disabled: true, createdAt: '2020-01-01T00:00:00Z' })
    expect(reply.json()).toMatchObject({ id: before.id, createdAt: before.createdAt, disabled: false })
  })

  it.each([['en'], ['pt-BR'], ['zh-Hant-TW'], ['de-DE-u-co-phonebk']])(
    'takes the locale %s',
    async (locale) => {
      expect((await patch({ locale })).json()).toMatchObject({ locale })
    },
  )

  it.each(['append', 'full'])('takes the public tracking %s', async (publicTracking) => {
    expect((await patch({ publicTracking })).json()).toMatchObject({ publicTracking })
    expect((await read()).json()).toMatchObject({ publicTracking })
  })

  it.each([['Europe/Amsterdam'], ['UTC'], ['America/Argentina/Buenos_Aires']])(
    'takes the time zone %s',
    async (timezone) => {
      expect((await patch({ timezone })).json()).toMatchObject({ timezone })
    },
  )

  it('sets and clears the limits of marketing email', async () => {
    const set = await patch({
      frequencyCap: { emails: 2, days: 2 },
      quietHours: { from: '22:00', to: '07:30' },
      holdAtMostHours: 72,
    })
    expect(set.json()).toMatchObject({
      frequencyCap: { emails: 2, days: 2 },
      quietHours: { from: '22:00', to: '07:30', weekdays: null, timezone: 'contact' },
      holdAtMostHours: 72,
      warnings: [],
    })
    expect((await read()).json()).toEqual(set.json())
    const cleared = { frequencyCap: null, quietHours: null }
    expect((await patch(cleared)).json()).toMatchObject({ ...cleared, holdAtMostHours: 72 })
  })

  it('takes whole quiet days, if a day is left', async () => {
    const quietHours = { from: '00:00', to: '00:00', weekdays: ['sat', 'sun'], timezone: 'project' }
    expect((await patch({ quietHours })).json()).toMatchObject({ quietHours })
    await patch({ quietHours: null })
  })

  it('warns of a cap that is longer than email may be held', async () => {
    const reply = await patch({ frequencyCap: { emails: 1, days: 7 }, holdAtMostHours: 48 })
    expect(reply.json<{ warnings: string[] }>().warnings).toEqual([
      expect.stringContaining('covers 7 days, but email waits for it for at most 48 hours'),
    ])
    expect((await patch({ holdAtMostHours: 168 })).json()).toMatchObject({ warnings: [] })
    await patch({ frequencyCap: null, holdAtMostHours: 48 })
  })

  it.each<[unknown, Record<string, string>]>([
    [{ name: '' }, { name: 'too_small' }],
    [{ name: null }, { name: 'invalid_type' }],
    [{ name: 'x'.repeat(101) }, { name: 'too_big' }],
    [{ name: 'two\nlines' }, { name: 'invalid_string' }],
    [{ defaultFrom: 'nobody' }, { defaultFrom: 'invalid_string' }],
    [{ defaultFrom: 'a@b@c.example' }, { defaultFrom: 'invalid_string' }],
    [{ defaultFrom: 'a@shop.example\r\nBcc: x@y.example' }, { defaultFrom: 'invalid_string' }],
    [{ defaultFrom: '' }, { defaultFrom: 'invalid_string' }],
    [{ defaultFromName: 'A\r\nBcc: x@y.example' }, { defaultFromName: 'invalid_string' }],
    [{ replyTo: 'a@shop.example, b@shop.example' }, { replyTo: 'invalid_string' }],
    [{ replyTo: ['a@shop.example'] }, { replyTo: 'invalid_type' }],
    [{ tracking: true }, { tracking: 'invalid_type' }],
    [{ transactionalTracking: { clicks: 1 } }, { 'transactionalTracking.clicks': 'invalid_type' }],
    [{ tracking: { opens: 'no' } }, { 'tracking.opens': 'invalid_type' }],
    [{ publicTracking: 'none' }, { publicTracking: 'invalid_enum_value' }],
    [{ publicTracking: null }, { publicTracking: 'invalid_enum_value' }],
    [{ locale: 'english!' }, { locale: 'invalid_string' }],
    [{ locale: '' }, { locale: 'invalid_string' }],
    [{ locale: 'en_US' }, { locale: 'invalid_string' }],
    [{ timezone: 'Mars/Olympus' }, { timezone: 'invalid_string' }],
    [{ timezone: '' }, { timezone: 'invalid_string' }],
    [{ postalAddress: 'x'.repeat(501) }, { postalAddress: 'too_big' }],
    [{ brandColor: 'red' }, { brandColor: 'invalid_string' }],
    [{ brandColor: '#12345' }, { brandColor: 'invalid_string' }],
    [{ brandColor: '#123456;' }, { brandColor: 'too_big' }],
    [{ brandColor: 123_456 }, { brandColor: 'invalid_type' }],
    [{ frequencyCap: { emails: 0, days: 1 } }, { 'frequencyCap.emails': 'too_small' }],
    [
      { frequencyCap: { emails: 1.5, days: 91 } },
      { 'frequencyCap.emails': 'invalid_type', 'frequencyCap.days': 'too_big' },
    ],
    [{ frequencyCap: { emails: 3 } }, { 'frequencyCap.days': 'required' }],
    [{ frequencyCap: 3 }, { frequencyCap: 'invalid_type' }],
    [{ quietHours: { from: '22:00' } }, { 'quietHours.to': 'required' }],
    [
      { quietHours: { from: '24:00', to: '8:00' } },
      { 'quietHours.from': 'invalid_string', 'quietHours.to': 'invalid_string' },
    ],
    [{ quietHours: { from: '22:00', to: '22:00' } }, { 'quietHours.to': 'custom' }],
    [{ quietHours: { from: '22:00', to: '07:00', weekdays: [] } }, { 'quietHours.weekdays': 'too_small' }],
    [
      { quietHours: { from: '22:00', to: '07:00', weekdays: ['monday'] } },
      { 'quietHours.weekdays.0': 'invalid_enum_value' },
    ],
    [
      { quietHours: { from: '22:00', to: '07:00', timezone: 'Europe/Rome' } },
      { 'quietHours.timezone': 'invalid_enum_value' },
    ],
    [{ holdAtMostHours: 0 }, { holdAtMostHours: 'too_small' }],
    [{ holdAtMostHours: 721 }, { holdAtMostHours: 'too_big' }],
    [{ holdAtMostHours: null }, { holdAtMostHours: 'invalid_type' }],
  ])('refuses %j', async (body, fields) => {
    const before = (await read()).body
    const reply = await patch(body)
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toEqual(fields)
    expect((await read()).body).toBe(before)
  })

  it('names all problems at once, and then changes nothing', async () => {
    const reply = await patch({ name: 'Good', locale: '!', timezone: '!', replyTo: '!' })
    expect(Object.keys(fieldsOf(reply))).toEqual(['replyTo', 'locale', 'timezone'])
    expect((await read()).json()).not.toMatchObject({ name: 'Good' })
  })

  it('does not touch another project', async () => {
    await patch({ name: 'Only mine' })
    expect((await call(test, ['GET', '/project'], { key: test.other.secretKey })).json()).toMatchObject({
      name: 'Test',
    })
  })
})

describe('a disabled project', () => {
  const setDisabled = (node: TestApp, isDisabled: boolean) =>
    setProjectDisabled(node.deps.database.db, {
      projectId: node.project.projectId,
      isDisabled,
      now: node.clock.now(),
    })

  it('is refused with 403 PROJECT_DISABLED, with every key, until it is enabled again', async () => {
    const node: TestApp = { ...test, project: await buildProject(test.deps) }
    expect((await setDisabled(node, true))?.disabled_at).not.toBeNull()
    for (const key of [node.project.secretKey, node.project.publicKey]) {
      const reply = await call(node, ['GET', '/project'], { key })
      expect(reply.statusCode).toBe(403)
      expect(errorOf(reply).code).toBe('PROJECT_DISABLED')
    }
    expect((await call(test, ['GET', '/project'])).statusCode).toBe(200)
    await setDisabled(node, false)
    expect((await call(node, ['GET', '/project'])).json()).toMatchObject({ disabled: false })
  })

  it('cannot be one that does not exist', async () => {
    const projectId = '0198a6a0-0000-7000-8000-000000000000' as TestApp['project']['projectId']
    const { db } = test.deps.database
    expect(
      await setProjectDisabled(db, { projectId, isDisabled: true, now: test.clock.now() }),
    ).toBeUndefined()
  })
})
