// Between the documents of the text editor (Tiptap) and the texts of the API. Pure. A field of the contact, such as `{{ name }}`, is text
// in the API and a node of its own in the editor, which shows it as a chip.
import type { BlockText } from './block-document.ts'

type EditorNode = {
  type?: string
  text?: string
  attrs?: { href?: unknown; liquid?: unknown }
  marks?: EditorNode[]
  content?: EditorNode[]
}

export const FIELD = 'field'

/** The Liquid in the attributes of a node. */
export const liquidOf = (attrs: { liquid?: unknown } | undefined): string =>
  typeof attrs?.liquid === 'string' ? attrs.liquid : ''

/** The output of one variable, which may have filters. */
const OUTPUT = /\{\{[^{}]*\}\}/g

/** Where the fields of a text are. */
export const fieldsIn = (text: string): { from: number; to: number; liquid: string }[] =>
  [...text.matchAll(OUTPUT)].map(({ 0: liquid, index }) => ({
    from: index,
    to: index + liquid.length,
    liquid,
  }))

const VARIABLE =
  /^\{\{-?\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*(?:(?:\|\s*default:|\?\?)\s*(['"])(.*)\2)?\s*-?\}\}$/u

/** The text of a chip: `firstName`, or `firstName · there` with a fallback; anything else as it is written. */
export function fieldLabel(liquid: string): string {
  const [, name, , fallback = ''] = VARIABLE.exec(liquid) ?? []
  if (name === undefined) return liquid.slice(2, -2).trim()
  return fallback === '' ? name : `${name} · ${fallback}`
}

/** The text with its fields as nodes, for the text editor. */
export const withFields = ({ type, content }: BlockText): EditorNode => ({
  type,
  content: (content as EditorNode[]).map(splitFields),
})

function splitFields(node: EditorNode): EditorNode {
  if (!node.content) return node
  return { ...node, content: node.content.flatMap(splitText) }
}

function splitText(node: EditorNode): EditorNode[] {
  const { type, text = '', marks } = node
  if (type !== 'text') return [splitFields(node)]
  const shared = marks && { marks }
  const pieces: EditorNode[] = []
  const addText = (piece: string) => piece !== '' && pieces.push({ type, text: piece, ...shared })
  let end = 0
  for (const { from, to, liquid } of fieldsIn(text)) {
    addText(text.slice(end, from))
    pieces.push({ type: FIELD, attrs: { liquid }, ...shared })
    end = to
  }
  addText(text.slice(end))
  return pieces
}

/** Reduces the document of the text editor to what the API stores. */
export const toBlockText = (json: unknown): BlockText => ({
  type: 'doc',
  content: ((json as EditorNode).content ?? []).map(toNode) as BlockText['content'],
})

function toNode({ type, text, marks, attrs, content }: EditorNode): EditorNode {
  if (type === FIELD) return toNode({ type: 'text', text: liquidOf(attrs), ...(marks && { marks }) })
  if (type === 'text') return { type, text: text ?? '', ...(marks && { marks: marks.map(toMark) }) }
  return { ...(type !== undefined && { type }), ...(content && { content: joined(content.map(toNode)) }) }
}

/** Neighbours with the same marks as one text, as the text editor joins them. */
function joined(nodes: readonly EditorNode[]): EditorNode[] {
  const result: EditorNode[] = []
  for (const node of nodes) {
    const last = result.at(-1)
    const isSame =
      last?.type === 'text' &&
      node.type === 'text' &&
      JSON.stringify(last.marks) === JSON.stringify(node.marks)
    if (isSame) result[result.length - 1] = { ...last, text: `${last.text}${node.text}` }
    else result.push(node)
  }
  return result
}

const toMark = ({ type, attrs }: EditorNode): EditorNode =>
  type === 'link' ? { type, attrs: { href: attrs?.href ?? '' } } : { ...(type !== undefined && { type }) }

/** One paragraph per line. */
export const docOfLines = (text: string): BlockText => ({
  type: 'doc',
  content: text.split(/\r?\n/).map((line) => ({
    type: 'paragraph',
    ...(line !== '' && { content: [{ type: 'text' as const, text: line }] }),
  })),
})

export const linesOfDoc = (json: unknown): string =>
  (toBlockText(json).content as EditorNode[])
    .map(({ content = [] }) => content.map(({ text = '' }) => text).join(''))
    .join('\n')
