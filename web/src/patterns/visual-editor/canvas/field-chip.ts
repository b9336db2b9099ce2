// A field of the contact within a text, shown as a chip instead of Liquid. A double click, or Enter on a chosen chip, makes it text again
// until the cursor leaves it.
import { Node } from '@tiptap/react'
import { NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { FIELD, fieldLabel, fieldsIn, liquidOf } from '../model/rich-text.ts'

// No background: the colours of the email are unknown, and its text has to stay as readable as it is.
const CHIP =
  'cursor-pointer rounded-sm border border-dashed border-current px-1 [&.ProseMirror-selectednode]:outline-2'

export const isChipChosen = ({ selection }: EditorState): boolean =>
  selection instanceof NodeSelection && selection.node.type.name === FIELD

export const FieldChip = Node.create({
  name: FIELD,
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    liquid: {
      default: '',
      parseHTML: (element: { getAttribute: (name: string) => string | null }) =>
        element.getAttribute('data-liquid') ?? '',
      renderHTML: (attrs: Record<string, unknown>) => ({ 'data-liquid': liquidOf(attrs) }),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-liquid]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    { ...HTMLAttributes, class: CHIP, title: liquidOf(node.attrs) },
    fieldLabel(liquidOf(node.attrs)),
  ],
  renderText: ({ node }) => liquidOf(node.attrs),
  // Limits of texts count its Liquid.
  extendNodeSchema: (extension) =>
    extension.name === FIELD
      ? { leafText: ({ attrs }: { attrs: Record<string, unknown> }) => liquidOf(attrs) }
      : {},
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (_, __, state) => chipsFor(state),
      props: {
        // The first click has chosen it.
        handleDoubleClick: (view) => editChosen(view),
        handleKeyDown: (view, { key }) => key === 'Enter' && editChosen(view),
      },
    }),
  ],
})

/** Typed and pasted Liquid becomes a chip, except where the cursor is in it. */
function chipsFor(state: EditorState): Transaction | null {
  const type = state.schema.nodes[FIELD]
  if (!type || !state.doc.textContent.includes('{{')) return null
  const found: { from: number; to: number; node: ReturnType<typeof type.create> }[] = []
  const { from: start, to: end } = state.selection
  state.doc.descendants(({ isText, text = '', marks }, position) => {
    if (!isText) return
    for (const { from, to, liquid } of fieldsIn(text)) {
      const place = { from: position + from, to: position + to }
      const isWritten = start < place.to && end > place.from
      if (!isWritten) found.push({ ...place, node: type.create({ liquid }, undefined, marks) })
    }
  })
  if (found.length === 0) return null
  const change = state.tr
  // From the end, so that the places before stay as they are.
  for (const { from, to, node } of found.toReversed()) change.replaceWith(from, to, node)
  return change
}

function editChosen({ state, dispatch }: EditorView): boolean {
  const { selection } = state
  if (!(selection instanceof NodeSelection) || !isChipChosen(state)) return false
  const { from, to, node } = selection
  const liquid = liquidOf(node.attrs)
  const change = state.tr.replaceWith(from, to, state.schema.text(liquid, node.marks))
  // Before the closing braces.
  const cursor = from + liquid.length - 2
  dispatch(change.setSelection(TextSelection.create(change.doc, cursor)))
  return true
}
