// Turns the document of the block editor into MJML, which is compiled like any other: tables for Outlook, columns that stack on
// phones. Pure; takes microseconds.
import type { BlockDocument, BlockText, BlockTheme, EmailBlock, LeafBlock } from './blocks.schema.ts'

const FONTS: Record<BlockTheme['font'], string> = {
  sans: 'Helvetica, Arial, sans-serif',
  serif: 'Georgia, Times, serif',
  mono: 'Menlo, Consolas, monospace',
}

const HEADING_SIZES = [28, 22, 18] as const

/** Quotation marks stay: Liquid in a text may need them. */
const inText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const inAttribute = (text: string): string => inText(text).replaceAll('"', '&quot;')

export function blocksToMjml({ theme, blocks }: BlockDocument): string {
  return [
    '<mjml>',
    '  <mj-head>',
    '    <mj-attributes>',
    `      <mj-all font-family="${FONTS[theme.font]}" />`,
    `      <mj-text color="${theme.text}" font-size="16px" line-height="1.5" padding="8px 24px" />`,
    `      <mj-button background-color="${theme.accent}" color="${readableOn(theme.accent)}" border-radius="6px" font-size="16px" inner-padding="12px 24px" padding="12px 24px" />`,
    '      <mj-image padding="8px 24px" />',
    '      <mj-divider border-width="1px" border-color="#d4d4d8" padding="16px 24px" />',
    '      <mj-section padding="0" />',
    '    </mj-attributes>',
    '  </mj-head>',
    `  <mj-body background-color="${theme.background}">`,
    `    <mj-wrapper background-color="${theme.panel}" padding="24px 0">`,
    ...sectionsOf(blocks).map((section) => sectionOf(section, theme)),
    '    </mj-wrapper>',
    '  </mj-body>',
    '</mjml>',
    '',
  ].join('\n')
}

type Section = { columns: EmailBlock[][] }

/** Consecutive blocks share a column; two columns are a section of their own. */
function sectionsOf(blocks: readonly EmailBlock[]): Section[] {
  const sections: Section[] = []
  let isOpen = false
  for (const block of blocks) {
    if (block.type === 'columns') {
      sections.push({ columns: [block.left, block.right] })
      isOpen = false
    } else if (isOpen) sections.at(-1)?.columns[0]?.push(block)
    else {
      sections.push({ columns: [[block]] })
      isOpen = true
    }
  }
  // MJML requires a section.
  return sections.length === 0 ? [{ columns: [[]] }] : sections
}

const sectionOf = ({ columns }: Section, theme: BlockTheme): string =>
  [
    '      <mj-section>',
    ...columns.map((blocks) =>
      [
        '        <mj-column>',
        ...blocks.map((block) => `          ${blockOf(block, theme)}`),
        '        </mj-column>',
      ].join('\n'),
    ),
    '      </mj-section>',
  ].join('\n')

function blockOf(block: EmailBlock | LeafBlock, theme: BlockTheme): string {
  switch (block.type) {
    case 'heading': {
      const size = HEADING_SIZES[block.level - 1] ?? HEADING_SIZES[0]
      const tag = `h${block.level}`
      return `<mj-text align="${block.align}"><${tag} style="margin: 0; font-size: ${size}px; line-height: 1.25">${inText(block.text)}</${tag}></mj-text>`
    }
    case 'text':
      return `<mj-text align="${block.align}">${richText(block.content, theme)}</mj-text>`
    case 'image':
      return imageOf(block)
    case 'button':
      return `<mj-button${linkTo(block.href)} align="${block.align}">${inText(block.text)}</mj-button>`
    case 'divider':
      return '<mj-divider />'
    case 'spacer':
      return `<mj-spacer height="${block.height}px" />`
    case 'footer': {
      const text = inText(block.text).replaceAll(/\r?\n/g, '<br />')
      const link = `<a href="{{ unsubscribeUrl }}" style="color: #52525b">${inText(block.unsubscribe)}</a>`
      return `<mj-text align="center" font-size="13px" color="#52525b">${text === '' ? '' : `<span style="white-space: pre-line">${text}</span><br />`}${link}</mj-text>`
    }
    case 'columns':
      return ''
  }
}

const linkTo = (href: string): string => (href === '' ? '' : ` href="${inAttribute(href)}"`)

// The panel has 600 pixels, less the padding on both sides; Outlook needs the width of an image in pixels.
const FULL_WIDTH = 552

function imageOf({ src, alt, href, width, align }: Extract<LeafBlock, { type: 'image' }>): string {
  if (src === '') return ''
  const pixels = Math.round((FULL_WIDTH * width) / 100)
  return `<mj-image src="${inAttribute(src)}" alt="${inAttribute(alt)}"${linkTo(href)} width="${pixels}px" align="${align}" />`
}

type Node = BlockText['content'][number]
type Paragraph = Extract<Node, { type: 'paragraph' }>

function richText({ content }: BlockText, theme: BlockTheme): string {
  return content.map((node) => nodeOf(node, theme)).join('')
}

function nodeOf(node: Node, theme: BlockTheme): string {
  if (node.type === 'paragraph') {
    return `<p style="margin: 0 0 12px">${inlines(node, theme) || '&nbsp;'}</p>`
  }
  const tag = node.type === 'bulletList' ? 'ul' : 'ol'
  const items = node.content.map(
    ({ content }) => `<li>${content.map((paragraph) => inlines(paragraph, theme)).join('<br />')}</li>`,
  )
  return `<${tag} style="margin: 0 0 12px; padding-left: 24px">${items.join('')}</${tag}>`
}

const inlines = ({ content = [] }: Paragraph, theme: BlockTheme): string =>
  content.map((inline) => inlineOf(inline, theme)).join('')

function inlineOf(inline: NonNullable<Paragraph['content']>[number], { accent }: BlockTheme): string {
  if (inline.type === 'hardBreak') return '<br />'
  let html = inText(inline.text)
  for (const mark of inline.marks ?? []) {
    if (mark.type === 'bold') html = `<strong>${html}</strong>`
    else if (mark.type === 'italic') html = `<em>${html}</em>`
    else if (mark.attrs.href !== '') html = anchor(mark.attrs.href, { html, colour: accent })
  }
  return html
}

const anchor = (href: string, { html, colour }: { html: string; colour: string }): string =>
  `<a${linkTo(href)} style="color: ${colour}">${html}</a>`

// Above this relative luminance black text has more contrast than white (WCAG 2.2).
const LIGHT = 0.18

function readableOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > LIGHT ? '#000000' : '#ffffff'
}
