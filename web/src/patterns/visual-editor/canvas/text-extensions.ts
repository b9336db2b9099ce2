// The texts that are written in place: rich text, one line (a heading, a button), or several plain lines (a footer). The undo of the text
// editor is off: the visual editor has one for the whole document.
import { Extension, Node } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { Plugin } from '@tiptap/pm/state'
import { isLink } from '../../../../../src/features/templates/blocks/blocks.schema.ts'
import { FieldChip } from './field-chip.ts'

export type TextKind = 'rich' | 'line' | 'lines'

const NEVER = {
  blockquote: false,
  code: false,
  codeBlock: false,
  dropcursor: false,
  gapcursor: false,
  heading: false,
  horizontalRule: false,
  strike: false,
  trailingNode: false,
  underline: false,
  undoRedo: false,
} as const

const PLAIN = {
  ...NEVER,
  bold: false,
  italic: false,
  link: false,
  bulletList: false,
  orderedList: false,
  listItem: false,
  listKeymap: false,
  hardBreak: false,
} as const

const OneLine = Node.create({ name: 'doc', topNode: true, content: 'paragraph' })

// Limit of the schema of blocks.
const MAX_LINE_LENGTH = 500

const LineLimit = Extension.create({
  name: 'lineLimit',
  addProseMirrorPlugins: () => [
    new Plugin({
      filterTransaction: ({ docChanged, doc, before }) =>
        !docChanged || doc.textContent.length <= Math.max(MAX_LINE_LENGTH, before.textContent.length),
    }),
  ],
})

export const EXTENSIONS: Record<TextKind, (Extension | Node)[]> = {
  rich: [
    FieldChip,
    StarterKit.configure({
      ...NEVER,
      // Allows Liquid, but nothing that runs code.
      link: { openOnClick: false, autolink: false, isAllowedUri: (uri) => isLink(uri) },
    }),
  ],
  line: [StarterKit.configure({ ...PLAIN, document: false }), OneLine, LineLimit, FieldChip],
  lines: [StarterKit.configure(PLAIN), FieldChip],
}
