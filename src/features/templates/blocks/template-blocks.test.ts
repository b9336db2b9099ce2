import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import {
  buildTemplate,
  patchTemplate,
  postRender,
  postTemplate,
  readTemplate,
} from '../fixtures/template-steps.ts'
import type { RenderedRecord, VersionRecord } from '../fixtures/template-steps.ts'

const test = useTestApp()

const text = (...content: object[]) => ({
  type: 'text',
  content: { type: 'doc', content: [{ type: 'paragraph', content }] },
})
const words = (value: string, ...marks: object[]) => ({ type: 'text', text: value, marks })

const NEWS = {
  blocks: [
    { type: 'heading', text: 'Hello {{ firstName ?? "there" }}', align: 'center' },
    text(
      words('Read '),
      words('this', { type: 'bold' }),
      { type: 'hardBreak' },
      words('now', { type: 'link', attrs: { href: 'https://shop.test/a?b=1&c=2' } }),
    ),
    { type: 'image', src: 'https://shop.test/cat.png', alt: 'A "cat"', width: 50 },
    {
      type: 'columns',
      columns: [[text(words('Left'))], [{ type: 'button', text: 'Buy', href: '{{ link }}' }]],
    },
    { type: 'divider' },
    { type: 'spacer', height: 40 },
    { type: 'footer', text: 'Shop, 1 Road\nTown' },
  ],
}

const withBlocks = { body: undefined, blocks: NEWS }

async function render(id: string, data: object = {}): Promise<RenderedRecord> {
  return (await postRender(test, id, { data })).json<RenderedRecord>()
}

describe('a template of blocks', () => {
  it('has a body that is generated from them, and shows every block', async () => {
    const template = await buildTemplate(test, withBlocks)
    expect(template.body).toMatch(/^<mjml>/)
    expect(template.blocks).toMatchObject({
      theme: null,
      blocks: [{ type: 'heading', level: 1 }, {}, {}, {}, {}, {}, {}],
    })
    expect(template.variables).toEqual(expect.arrayContaining(['firstName', 'link']))
    const { html, text: plain } = await render(template.id, {
      firstName: 'Ann',
      link: 'https://shop.test/buy',
    })
    for (const part of [
      '>Hello Ann</h1>',
      '<strong>this</strong><br />',
      'href="https://shop.test/a?b=1&amp;c=2"',
      'src="https://shop.test/cat.png"',
      'alt="A &quot;cat&quot;"',
      'href="https://shop.test/buy"',
      'Shop, 1 Road<br />Town',
      '/unsubscribe/preview',
    ]) {
      expect(html).toContain(part)
    }
    expect(plain).toContain('Hello Ann')
    expect((await render(template.id)).html).toContain('>Hello there</h1>')
  })

  it('keeps what looks like HTML as text', async () => {
    const hostile = '<script>x</script><img src=x onerror=1>'
    const blocks = {
      blocks: [
        { type: 'heading', text: hostile },
        text(words(hostile)),
        { type: 'footer', text: hostile, unsubscribe: hostile },
      ],
    }
    const { id } = await buildTemplate(test, { body: undefined, blocks })
    const { html } = await render(id)
    expect(html).not.toMatch(/<script>x|<img src=x/)
    expect(html.match(/&lt;script&gt;x/g)).toHaveLength(4)
  })

  it('loses them when its body is written as code, and keeps them otherwise', async () => {
    const { id, body } = await buildTemplate(test, withBlocks)
    await patchTemplate(test, id, { name: 'Renamed' })
    await patchTemplate(test, id, { body })
    expect((await readTemplate(test, id)).blocks).toMatchObject({ blocks: [{}, {}, {}, {}, {}, {}, {}] })
    await patchTemplate(test, id, { body: '<p>Code</p>' })
    expect(await readTemplate(test, id)).toMatchObject({ blocks: null, body: '<p>Code</p>' })
    const first = await call(test, ['GET', `/templates/${id}/versions/1`])
    expect(first.json<VersionRecord>()).toMatchObject({
      body,
      blocks: { blocks: [{ type: 'heading' }, {}, {}, {}, {}, {}, {}] },
    })
  })

  it('gets a new body with new blocks, and keeps the body without any', async () => {
    const { id } = await buildTemplate(test, {})
    const blocks = {
      theme: { accent: '#ffff00' },
      blocks: [{ type: 'button', text: 'Go', href: 'https://a.test' }],
    }
    const changed = (await patchTemplate(test, id, { blocks })).json<VersionRecord>()
    expect(changed).toMatchObject({ blocks, body: expect.stringContaining('color="#000000"') as unknown })
    await patchTemplate(test, id, { blocks: null })
    expect(await readTemplate(test, id)).toMatchObject({ blocks: null, body: changed.body })
  })

  it('is taken back as it was read, with its body and its blocks', async () => {
    const { id } = await buildTemplate(test, withBlocks)
    const record = await readTemplate(test, id)
    const patched = await patchTemplate(test, id, { ...record })
    expect(patched.statusCode).toBe(200)
    expect(patched.json()).toMatchObject({ body: record.body, blocks: record.blocks, version: 2 })
    const created = await postTemplate(test, { ...record, name: 'Another' })
    expect(created.json()).toMatchObject({ body: record.body, blocks: record.blocks })
  })

  it('gets the body of its blocks when they were changed in a record', async () => {
    const record = await buildTemplate(test, withBlocks)
    const blocks = { blocks: [{ type: 'heading', text: 'Changed' }] }
    const changed = (await patchTemplate(test, record.id, { ...record, blocks })).json<VersionRecord>()
    expect(changed).toMatchObject({ blocks, body: expect.stringContaining('Changed') as unknown })
    const stale = await patchTemplate(test, record.id, { ...record, body: '<p>Code</p>' })
    expect([stale.statusCode, fieldsOf(stale)]).toEqual([422, { blocks: 'custom' }])
  })

  it('is duplicated with them', async () => {
    const { id, body } = await buildTemplate(test, withBlocks)
    const copy = await call(test, ['POST', `/templates/${id}/duplicate`])
    expect(copy.json()).toMatchObject({
      body,
      blocks: { blocks: [{ type: 'heading' }, {}, {}, {}, {}, {}, {}] },
    })
  })

  it('is accepted and read with the two columns of older releases', async () => {
    const left = [{ type: 'heading', text: 'On the left' }]
    const blocks = { blocks: [{ id: 'a', type: 'columns', left, right: [] }] }
    const expected = { blocks: [{ id: 'a', type: 'columns', columns: [[{ text: 'On the left' }], []] }] }
    const { id, blocks: stored } = await buildTemplate(test, { body: undefined, blocks })
    expect(stored).toMatchObject(expected)
    const { db } = test.deps.database
    await sql`update template_versions set blocks = ${JSON.stringify(blocks)} where template_id = ${id}`.execute(
      db,
    )
    expect((await readTemplate(test, id)).blocks).toMatchObject(expected)
    await patchTemplate(test, id, { name: 'Renamed' })
    const renamed = await readTemplate(test, id)
    expect([renamed.blocks, renamed.body]).toMatchObject([expected, expect.stringContaining('On the left')])
  })

  it('can be rendered before it is saved', async () => {
    const reply = await call(test, ['POST', '/templates/render'], {
      body: { subject: 'Hi', blocks: NEWS, data: { firstName: 'Ann' } },
    })
    expect(reply.json()).toMatchObject({
      body: expect.stringMatching(/^<mjml>/) as unknown,
      html: expect.stringContaining('>Hello Ann</h1>') as unknown,
    })
  })
})

describe('blocks that are refused', () => {
  const refusals = async (fields: object) => {
    const reply = await postTemplate(test, { ...fields })
    return [reply.statusCode, fieldsOf(reply)] as const
  }

  it('are refused beside another body; a template needs one of the two', async () => {
    expect(await refusals({ blocks: NEWS })).toEqual([422, { blocks: expect.anything() as unknown }])
    expect(await refusals({ body: undefined })).toEqual([422, { body: expect.anything() as unknown }])
    const { id } = await buildTemplate(test, {})
    expect((await patchTemplate(test, id, { body: '<p></p>', blocks: NEWS })).statusCode).toBe(422)
  })

  it.each([
    [
      'a link that runs code',
      { type: 'button', text: 'Go', href: 'javascript:alert(1)' },
      'blocks.blocks.0.href',
    ],
    [
      'a quotation mark in a link',
      { type: 'image', src: 'https://a.test/"onload="x' },
      'blocks.blocks.0.src',
    ],
    ['a block of no known type', { type: 'script' }, 'blocks.blocks.0.type'],
    ['more than four columns', { type: 'columns', columns: [[], [], [], [], []] }, 'blocks.blocks.0.columns'],
    ['no column', { type: 'columns', columns: [] }, 'blocks.blocks.0.columns'],
    [
      'widths that are not 100 together',
      { type: 'columns', columns: [[], []], widths: [50, 40] },
      'blocks.blocks.0.widths',
    ],
    [
      'a block in a column',
      { type: 'columns', left: [{ type: 'footer' }] },
      'blocks.blocks.0.columns.0.0.type',
    ],
    ['MJML in HTML', { type: 'html', html: '</mj-text><mj-text>' }, 'blocks.blocks.0.html'],
    ['code as a list of products', { type: 'products', list: 'x | raw' }, 'blocks.blocks.0.list'],
    [
      'an unknown network',
      { type: 'social', links: [{ network: 'icq', href: 'https://a.test' }] },
      'blocks.blocks.0.links.0.network',
    ],
    ['a colour by name', { type: 'button', text: 'Go', href: '', color: 'red' }, 'blocks.blocks.0.color'],
    [
      'a condition on events',
      {
        type: 'divider',
        showIf: { operator: 'AND', conditions: [{ field: 'event.paid', operator: 'triggered' }] },
      },
      'blocks.blocks.0.showIf.conditions.0.field',
    ],
  ])('name %s', async (_name, block, field) => {
    expect(await refusals({ body: undefined, blocks: { blocks: [block] } })).toEqual([
      422,
      { [field]: expect.anything() as unknown },
    ])
  })

  it('are those that are too large, and too many', async () => {
    const large = text(words('x'.repeat(20_000)))
    expect(await refusals({ body: undefined, blocks: { blocks: Array(14).fill(large) } })).toEqual([
      422,
      { blocks: expect.anything() as unknown },
    ])
    const many = Array(101).fill({ type: 'divider' })
    expect(await refusals({ body: undefined, blocks: { blocks: many } })).toEqual([
      422,
      { 'blocks.blocks': expect.anything() as unknown },
    ])
  })
})
