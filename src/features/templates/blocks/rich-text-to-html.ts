import type { BlockText } from './blocks.schema.ts'
import { inText, linkTo } from './markup.ts'

type Node = BlockText['content'][number]
type Paragraph = Extract<Node, { type: 'paragraph' }>
type Inline = NonNullable<Paragraph['content']>[number]

export const richTextToHtml = ({ content }: BlockText, linkColour: string): string =>
  content.map((node) => nodeOf(node, linkColour)).join('')

function nodeOf(node: Node, linkColour: string): string {
  if (node.type === 'paragraph') {
    return `<p style="margin: 0 0 12px">${inlines(node, linkColour) || '&nbsp;'}</p>`
  }
  const tag = node.type === 'bulletList' ? 'ul' : 'ol'
  const items = node.content.map(
    ({ content }) => `<li>${content.map((paragraph) => inlines(paragraph, linkColour)).join('<br />')}</li>`,
  )
  return `<${tag} style="margin: 0 0 12px; padding-left: 24px">${items.join('')}</${tag}>`
}

const inlines = ({ content = [] }: Paragraph, linkColour: string): string =>
  content.map((inline) => inlineOf(inline, linkColour)).join('')

function inlineOf(inline: Inline, linkColour: string): string {
  if (inline.type === 'hardBreak') return '<br />'
  let html = inText(inline.text)
  for (const mark of inline.marks ?? []) {
    if (mark.type === 'bold') html = `<strong>${html}</strong>`
    else if (mark.type === 'italic') html = `<em>${html}</em>`
    else if (mark.attrs.href !== '') {
      html = `<a${linkTo(mark.attrs.href)} style="color: ${linkColour}">${html}</a>`
    }
  }
  return html
}
