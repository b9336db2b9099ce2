// A list of products as a table that Liquid fills. On phones the cells of a row stand one below the other (PRODUCT_STYLES).
import type { LeafBlock } from './blocks.schema.ts'
import { readableOn } from './colours.ts'
import { textClass } from './dark-mode.ts'
import type { Look } from './look.ts'
import { inText } from './markup.ts'

type ProductsBlock = Extract<LeafBlock, { type: 'products' }>

/** The space around a product, in pixels. */
const GAP = 8

export const PRODUCT_STYLES = [
  '      @media (max-width: 480px) {',
  '        .lm-product { display: block !important; width: auto !important; }',
  '      }',
]

export function productsToMjml(block: ProductsBlock, look: Look): string {
  const { list, limit, perRow } = block
  const cells = perRow === 1 ? wideRow(block, look) : gridCell(block, look)
  return [
    `<mj-table role="presentation" color="${look.colours.text}" font-size="16px" line-height="1.5" padding="8px ${GAP * 2}px"${textClass(look)}>`,
    `{% for product in ${list} limit: ${limit} %}`,
    cells,
    '{% endfor %}</mj-table>',
  ].join('')
}

/** Image on the left, the rest beside it. */
function wideRow(block: ProductsBlock, look: Look): string {
  const image =
    block.image === '' ? '' : cell(imageOf(block, { look, width: 120 }), { width: '120', align: 'left' })
  return `<tr>${image}${cell(detailsOf(block, look), { width: '', align: 'left' })}</tr>`
}

function gridCell(block: ProductsBlock, look: Look): string {
  const { perRow } = block
  const percent = Math.floor(100 / perRow)
  const width = Math.floor(look.width / perRow) - 2 * GAP
  const content = imageOf(block, { look, width }) + detailsOf(block, look)
  return [
    `{% assign lm_place = forloop.index0 | modulo: ${perRow} %}{% if lm_place == 0 %}<tr>{% endif %}`,
    cell(content, { width: `${percent}%`, align: 'center' }),
    `{% if lm_place == ${perRow - 1} or forloop.last %}</tr>{% endif %}`,
  ].join('')
}

function cell(content: string, { width, align }: { width: string; align: string }): string {
  const size = width === '' ? '' : ` width="${width}"`
  return `<td class="lm-product"${size} align="${align}" valign="top" style="padding: ${GAP}px">${content}</td>`
}

type ImagePlace = { look: Look; width: number }

function imageOf({ image, title, link }: ProductsBlock, { look: { theme }, width }: ImagePlace): string {
  if (image === '') return ''
  const alt = title === '' ? '' : `{{ product.${title} }}`
  const img = `<img src="{{ product.${image} }}" alt="${alt}" width="${width}" style="display: block; width: 100%; max-width: ${width}px; height: auto; border: 0; border-radius: ${theme.radius}px" />`
  return `{% if product.${image} %}${linked(img, { link, style: '' })}{% endif %}`
}

/** The link of a product that has none is left out. */
function linked(content: string, { link, style }: { link: string; style: string }): string {
  if (link === '') return content
  const open = `<a href="{{ product.${link} }}"${style === '' ? '' : ` style="${style}"`}>`
  return `{% if product.${link} %}${open}${content}</a>{% else %}${content}{% endif %}`
}

function detailsOf({ title, price, link, button }: ProductsBlock, { theme, colours }: Look): string {
  const parts: string[] = []
  if (title !== '') {
    const style = `color: ${colours.link}; text-decoration: none`
    parts.push(`<strong>${linked(`{{ product.${title} }}`, { link, style })}</strong>`)
  }
  if (price !== '') parts.push(`{{ product.${price} }}`)
  const lines = parts.map((part) => `<div style="margin: 4px 0">${part}</div>`)
  if (button !== '' && link !== '') {
    const ground = `display: inline-block; padding: 8px 16px; border-radius: ${theme.radius}px; background-color: ${theme.accent}; text-decoration: none`
    // The colour stands on a span, because dark mode changes that of links.
    const text = `<span class="lm-button" style="color: ${readableOn(theme.accent)}">${inText(button)}</span>`
    lines.push(
      `{% if product.${link} %}<div style="margin: 12px 0 4px"><a href="{{ product.${link} }}" style="${ground}">${text}</a></div>{% endif %}`,
    )
  }
  return lines.join('')
}
