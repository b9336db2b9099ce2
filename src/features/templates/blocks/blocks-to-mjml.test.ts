import { describe, expect, it } from 'vitest'
import { DEFAULT_BRAND } from '../brand/brand.schema.ts'
import type { BrandKit } from '../brand/brand.schema.ts'
import { prepareTemplate } from '../prepare/prepare-template.ts'
import { compileTemplate } from '../../../platform/liquid/compile.ts'
import { blocksToMjml } from './blocks-to-mjml.ts'
import { Blocks } from './blocks.schema.ts'

const BRAND: BrandKit = {
  ...DEFAULT_BRAND,
  logo: { src: 'https://shop.test/logo.png', alt: 'The Shop', href: 'https://shop.test', width: 120 },
  footer: 'You get this because you signed up.',
  social: [{ network: 'instagram', href: 'https://instagram.com/shop' }],
}

const mjmlOf = (document: object, brand = DEFAULT_BRAND) => blocksToMjml(Blocks.parse(document), brand)

async function render(
  document: object,
  { brand = BRAND, values = {} }: { brand?: BrandKit; values?: object } = {},
) {
  const body = mjmlOf(document, brand)
  const prepared = await prepareTemplate({ subject: 'Hi', body, text: null, type: 'MARKETING' })
  const { html, text } = compileTemplate({ subject: 'Hi', html: prepared.html, text: prepared.text }).render({
    unsubscribeUrl: 'https://app.test/u',
    manageUrl: 'https://app.test/m',
    lm_postal_address: '1 Road',
    ...values,
  })
  return { html: html.toString(), text: text.toString(), checks: prepared.checks.map(({ code }) => code) }
}

const leaf = (text: string) => ({ type: 'heading', text })

describe('the MJML of blocks', () => {
  it('has one to four columns, of equal or given widths', async () => {
    for (const count of [1, 2, 3, 4]) {
      const columns = Array.from({ length: count }, (_, index) => [leaf(`Column ${index}`)])
      const { html } = await render({ blocks: [{ type: 'columns', columns }] })
      for (let index = 0; index < count; index += 1) expect(html).toContain(`Column ${index}`)
    }
    const columns = [[leaf('Small')], [leaf('Large')]]
    const { html } = await render({ blocks: [{ type: 'columns', columns, widths: [25, 75] }] })
    expect(html).toMatch(/mj-column-per-25[^]*mj-column-per-75/)
  })

  it('gives images the width of their column in pixels, which Outlook needs', () => {
    const image = { type: 'image', src: 'https://shop.test/cat.png' }
    const blocks = [image, { type: 'columns', columns: [[image], [image]], widths: [30, 70] }]
    expect(mjmlOf({ blocks }).match(/width="\d+px" align/g)).toEqual([
      'width="552px" align',
      'width="132px" align',
      'width="372px" align',
    ])
  })

  it('takes what the document does not say from the brand kit', async () => {
    const blocks = [
      { type: 'logo' },
      { type: 'social' },
      { type: 'button', text: 'Go', href: '' },
      { type: 'footer' },
    ]
    const brand = { ...BRAND, theme: { ...BRAND.theme, accent: '#112233', width: 640 } }
    const { html, checks } = await render({ blocks }, { brand })
    for (const part of [
      'src="https://shop.test/logo.png"',
      'href="https://instagram.com/shop"',
      '>Instagram</a>',
      '#112233',
      'max-width:640px',
      'You get this because you signed up.<br />1 Road',
      'href="https://app.test/u"',
      'href="https://app.test/m"',
    ]) {
      expect(html).toContain(part)
    }
    expect(checks).not.toContain('NO_POSTAL_ADDRESS')
    const own = mjmlOf({ theme: { accent: '#445566' }, blocks }, brand)
    expect(own).toContain('#445566')
    expect(own).not.toContain('#112233')
  })

  it('shows nothing for a logo and for social links that a project does not have', () => {
    const empty = mjmlOf({ blocks: [] })
    expect(mjmlOf({ blocks: [{ type: 'logo' }, { type: 'social' }, { type: 'image', src: '' }] })).toBe(empty)
  })

  it('takes HTML as it is, with its Liquid', async () => {
    const html =
      '<table><tr><td bgcolor="#ff0000">{% if vip %}<b>VIP</b>{% else %}Hello{% endif %}</td></tr></table>'
    const blocks = [{ type: 'html', html }]
    expect(mjmlOf({ blocks })).toContain(html)
    expect((await render({ blocks }, { values: { vip: true } })).html).toContain(
      '<td bgcolor="#ff0000"><b>VIP</b></td>',
    )
  })

  it('is readable in dark mode, and leaves an email alone that is dark itself', () => {
    const blocks = [
      { type: 'heading', text: 'Hi', color: '#101010' },
      { type: 'html', html: '<p>x</p>' },
    ]
    const light = mjmlOf({ blocks })
    expect(light).toContain('<meta name="color-scheme" content="light dark">')
    expect(light).toMatch(/prefers-color-scheme: dark[^]*\.lm-101010 div/)
    expect(light).not.toMatch(/filter:|invert/)
    const dark = mjmlOf({ theme: { panel: '#111111', text: '#eeeeee' }, blocks })
    expect(dark).toContain('<meta name="color-scheme" content="light dark">')
    expect(dark).not.toContain('prefers-color-scheme: dark')
  })

  it('has text that is readable on the background of its columns', () => {
    const columns = [[{ type: 'heading', text: 'Hi' }]]
    const mjml = mjmlOf({ blocks: [{ type: 'columns', columns, background: '#000000' }] })
    expect(mjml).toContain('background-color="#000000"')
    expect(/<mj-text align="left" color="(#\w+)"><h1/.exec(mjml)?.[1]).not.toBe('#27272a')
  })

  it('is the same for the same document, and for one that was stored and read again', () => {
    const document = Blocks.parse({
      blocks: [
        { type: 'columns', left: [leaf('a')], right: [{ type: 'products', perRow: 3 }] },
        { type: 'text', content: { type: 'doc', content: [] }, color: '#123456' },
      ],
    })
    const again = Blocks.parse(JSON.parse(JSON.stringify(document)))
    expect(JSON.stringify(again)).toBe(JSON.stringify(document))
    expect(blocksToMjml(again, BRAND)).toBe(blocksToMjml(document, BRAND))
  })
})

describe('a block of products', () => {
  const products = [
    { title: 'Tea & more', price: '€ 3', url: 'https://shop.test/tea', image: 'https://shop.test/tea.png' },
    { title: 'Milk', price: '€ 1' },
    { title: 'Bread', price: '€ 2', url: 'https://shop.test/bread' },
    { title: 'Too many' },
  ]

  it.each([1, 2, 3])('shows a list with %i per row', async (perRow) => {
    const blocks = [{ type: 'products', list: 'data.products', limit: 3, perRow }]
    const { html, text } = await render({ blocks }, { values: { data: { products } } })
    expect(html.match(/class="lm-product"/g)).toHaveLength(perRow === 1 ? 6 : 3)
    const rows = html.match(/<tr><td class="lm-product"/g)
    expect(rows).toHaveLength(Math.ceil(3 / perRow))
    expect(html).toContain('Tea &amp; more')
    expect(html).toContain('src="https://shop.test/tea.png"')
    expect(html.match(/href="https:\/\/shop.test\/tea"/g)).toHaveLength(3)
    expect(html).not.toMatch(/href=""|Too many/)
    expect(text).toContain('€ 1')
  })

  it('shows the fields that it is told, of any list, and nothing without one', async () => {
    const block = {
      type: 'products',
      list: 'event.items',
      title: 'name',
      image: 'pictures[0].src',
      price: '',
      link: '',
      button: 'Buy',
    }
    const items = [{ name: 'Chair', pictures: [{ src: 'https://shop.test/chair.png' }], price: 9 }]
    const { html } = await render({ blocks: [block] }, { values: { event: { items } } })
    expect(html).toContain('Chair')
    expect(html).toContain('src="https://shop.test/chair.png"')
    expect(html).not.toMatch(/Buy|<a /)
    expect((await render({ blocks: [block] })).html).not.toContain('lm-product"')
  })
})
