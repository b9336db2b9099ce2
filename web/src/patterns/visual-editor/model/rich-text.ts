// Between the documents of the text editor (Tiptap) and the texts of the API. Pure.
import type { BlockText } from './block-document.ts'

type EditorNode = {
  type?: string
  text?: string
  attrs?: { href?: unknown }
  marks?: EditorNode[]
  content?: EditorNode[]
}

/** Reduces the document of the text editor to what the API stores. */
export const toBlockText = (json: unknown): BlockText => ({
  type: 'doc',
  content: ((json as EditorNode).content ?? []).map(toNode) as BlockText['content'],
})

function toNode({ type, text, marks, content }: EditorNode): unknown {
  if (type === 'text') return { type, text, ...(marks && { marks: marks.map(toMark) }) }
  return { type, ...(content && { content: content.map(toNode) }) }
}

const toMark = ({ type, attrs }: EditorNode): unknown =>
  type === 'link' ? { type, attrs: { href: attrs?.href ?? '' } } : { type }

/** One paragraph per line. */
export const docOfLines = (text: string): BlockText => ({
  type: 'doc',
  content: text.split(/\r?\n/).map((line) => ({
    type: 'paragraph',
    ...(line !== '' && { content: [{ type: 'text' as const, text: line }] }),
  })),
})

export const linesOfDoc = (json: unknown): string =>
  ((json as EditorNode).content ?? [])
    .map(({ content = [] }) => content.map(({ text = '' }) => text).join(''))
    .join('\n')
