import { describe, expect, it } from 'vitest'
import { buildKey, inFreshProject } from '../../../../test/support/factories.ts'
import { drain, runJob } from '../../../../test/support/jobs.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { buildTemplate, patchTemplate, readTemplate } from '../fixtures/template-steps.ts'
import type { VersionRecord } from '../fixtures/template-steps.ts'
import { refreshBrandJob } from './brand.jobs.ts'

const test = useTestApp()

const readBrand = (app: TestApp) => call(app, ['GET', '/project/brand'])
const patchBrand = (app: TestApp, body: unknown) => call(app, ['PATCH', '/project/brand'], { body })

/** Changes the kit and waits until all templates have it. */
async function changeBrand(app: TestApp, body: object): Promise<void> {
  expect((await patchBrand(app, body)).statusCode).toBe(200)
  await drain(app.deps)
}

const LOGO = { src: 'https://shop.test/logo.png', alt: 'The Shop', href: '', width: 120 }

describe('GET and PATCH /project/brand', () => {
  it('returns defaults until it is changed', async () => {
    const app = await inFreshProject(test)
    const reply = await readBrand(app)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({
      logo: null,
      theme: { accent: '#4549c9', font: 'sans', width: 600, radius: 6, heading: null },
      footer: null,
      social: [],
      updatedAt: null,
    })
  })

  it('changes the given fields and keeps the others, also those of the theme', async () => {
    const app = await inFreshProject(test)
    const first = await patchBrand(app, { logo: LOGO, theme: { accent: '#112233', font: 'serif' } })
    expect(first.json()).toMatchObject({
      logo: LOGO,
      theme: { accent: '#112233', font: 'serif', width: 600 },
    })
    const social = [{ network: 'mastodon', href: 'https://social.test/@shop', label: 'Toots' }]
    await patchBrand(app, { theme: { accent: '#445566' }, footer: 'Because you signed up.', social })
    const kit = (await readBrand(app)).json<{ updatedAt: string }>()
    expect(kit).toMatchObject({
      logo: LOGO,
      theme: { accent: '#445566', font: 'serif', panel: '#ffffff' },
      footer: 'Because you signed up.',
      social,
    })
    expect((await patchBrand(app, { logo: null, footer: null, social: [] })).json()).toMatchObject({
      logo: null,
      footer: null,
      social: [],
    })
    const other = await inFreshProject(test)
    expect((await readBrand(other)).json()).toMatchObject({ theme: { accent: '#4549c9' } })
  })

  it.each([
    [{ theme: { accent: 'red' } }, { 'theme.accent': 'invalid_string' }],
    [{ theme: { width: 100 } }, { 'theme.width': 'too_small' }],
    [{ theme: { width: 6000 } }, { 'theme.width': 'too_big' }],
    [{ theme: { font: 'comic' } }, { 'theme.font': 'invalid_enum_value' }],
    [{ logo: { src: 'javascript:alert(1)' } }, { 'logo.src': 'invalid_string' }],
    [{ logo: { src: '' } }, { 'logo.src': 'too_small' }],
    [{ footer: 'x'.repeat(2_001) }, { footer: 'too_big' }],
    [{ social: [{ network: 'icq', href: 'https://a.test' }] }, { 'social.0.network': 'invalid_enum_value' }],
    [{ social: [{ network: 'x', href: '' }] }, { 'social.0.href': 'too_small' }],
    [
      { social: Array.from({ length: 13 }, () => ({ network: 'x', href: 'https://a.test' })) },
      { social: 'too_big' },
    ],
  ])('refuses %j', async (body, fields) => {
    const reply = await patchBrand(test, body)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('refuses Liquid that would break every email', async () => {
    const reply = await patchBrand(test, { footer: 'Hi {{ first name }}' })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'TEMPLATE_SYNTAX'])
  })

  it('asks for a key that may do so', async () => {
    const reading = await buildKey(test, { scopes: ['read'] })
    const ask = async (method: 'GET' | 'PATCH', key: string | null) => {
      const body = method === 'PATCH' ? { footer: 'x' } : undefined
      return (await call(test, [method, '/project/brand'], { key, body })).statusCode
    }
    for (const method of ['GET', 'PATCH'] as const) {
      expect(await ask(method, null)).toBe(401)
      expect(await ask(method, `sk_${'x'.repeat(40)}`)).toBe(401)
      expect(await ask(method, test.project.publicKey)).toBe(403)
    }
    expect([await ask('GET', reading), await ask('PATCH', reading)]).toEqual([200, 403])
  })
})

const BRANDED = { blocks: [{ type: 'logo' }, { type: 'heading', text: 'Hello' }, { type: 'footer' }] }
const OWN = { theme: { accent: '#010203' }, blocks: [{ type: 'heading', text: 'Own' }] }

describe('a change of the brand kit', () => {
  it('gives templates that use it a new version, and leaves the others alone', async () => {
    const app = await inFreshProject(test)
    const branded = await buildTemplate(app, { body: undefined, blocks: BRANDED })
    const own = await buildTemplate(app, { body: undefined, blocks: OWN })
    const code = await buildTemplate(app, {})
    await changeBrand(app, { logo: LOGO, theme: { text: '#0a0b0c' } })
    const after = await readTemplate(app, branded.id)
    expect(after).toMatchObject({ version: 2, brand: true, partial: null, blocks: branded.blocks })
    expect(after.body).toContain(LOGO.src)
    expect(after.body).toContain('#0a0b0c')
    for (const { id, body } of [own, code]) {
      expect(await readTemplate(app, id)).toMatchObject({ version: 1, body })
    }
    const rendered = await call(app, ['POST', `/templates/${branded.id}/render`], { body: {} })
    expect(rendered.json<{ html: string }>().html).toContain(LOGO.src)
  })

  it('does nothing when its job runs again, or when the kit stays the same', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildTemplate(app, { body: undefined, blocks: BRANDED })
    await changeBrand(app, { footer: 'Changed' })
    await runJob(app.deps, refreshBrandJob, { payload: { projectId: app.project.projectId } })
    await changeBrand(app, { footer: 'Changed' })
    expect((await readTemplate(app, id)).version).toBe(2)
  })

  it('does not keep somebody from saving the version that they read', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildTemplate(app, { body: undefined, blocks: BRANDED })
    await changeBrand(app, { footer: 'Changed' })
    const saved = await patchTemplate(app, id, { name: 'Renamed', ifVersion: 1 })
    expect(saved.statusCode).toBe(200)
    expect(saved.json<VersionRecord>()).toMatchObject({
      version: 3,
      body: expect.stringContaining('Changed') as unknown,
    })
  })

  it('shows in new templates and in drafts', async () => {
    const app = await inFreshProject(test)
    await changeBrand(app, { theme: { accent: '#abcdef' } })
    const blocks = { blocks: [{ type: 'button', text: 'Go', href: 'https://a.test' }] }
    expect((await buildTemplate(app, { body: undefined, blocks })).body).toContain('#abcdef')
    const draft = await call(app, ['POST', '/templates/render'], { body: { subject: 'Hi', blocks } })
    expect(draft.json<{ body: string }>().body).toContain('#abcdef')
  })
})
