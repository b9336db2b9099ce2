// A text of the email that is written where it is shown, with Tiptap. Its style sheet is left out, because the content security policy
// forbids styles without our nonce.
import { EditorContent, useEditor } from '@tiptap/react'
import type { Editor, JSONContent } from '@tiptap/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { classes } from '../../../components/classes.ts'
import { useLatest } from '../../../hooks/use-latest.ts'
import type { BlockKind, BlockText } from '../model/block-document.ts'
import { docOfLines, linesOfDoc, toBlockText, withFields } from '../model/rich-text.ts'
import { useCanvas } from './canvas-context.ts'
import { isChipChosen } from './field-chip.ts'
import { SlashMenu, slashKinds } from './slash-menu.tsx'
import { EXTENSIONS } from './text-extensions.ts'
import type { TextKind } from './text-extensions.ts'
import { useSlash } from './use-slash.ts'

type TextKeys = {
  /** Enter in a text of one line. */
  onEnter?: (() => void) | undefined
  /** Backspace in an empty text. */
  onEmpty?: (() => void) | undefined
}

type TextInPlaceProps = TextKeys & {
  /** The block it belongs to. */
  id: string
  label: string
  placeholder: string
  kind: TextKind
  value: BlockText
  onChange: (value: BlockText) => void
  /** Puts a block in the place of a paragraph that begins with "/". */
  onSlash?: ((paragraph: number, kind: BlockKind) => void) | undefined
  /** Where a block that is chosen after "/" would be, which decides what is offered. */
  isInColumn?: boolean
}

export function TextInPlace(props: TextInPlaceProps) {
  const { id, label, placeholder, kind, value, isInColumn = false } = props
  const { isReadOnly, setWritten } = useCanvas()
  const frame = useRef<HTMLDivElement>(null)
  const slash = useSlash(props.onSlash !== undefined && !isReadOnly)
  const kinds = slash.place ? slashKinds(slash.place.query, isInColumn) : []
  const [listId] = useState(() => `slash-${crypto.randomUUID().slice(0, 8)}`)
  const choose = (chosen: BlockKind) => {
    const paragraph = slash.place?.paragraph ?? 0
    slash.close()
    props.onSlash?.(paragraph, chosen)
  }
  const key = useLatestKey((event: KeyboardEvent, editor: Editor) => {
    if (slash.place && kinds.length > 0) return slash.handleKey(event, kinds, choose)
    return handleKey(event, editor, { ...props, isOneLine: kind === 'line' })
  })
  const changed = useLatest((json: unknown) => props.onChange(toBlockText(json)))
  const attributes = useMemo(
    () => ({
      role: 'textbox',
      'aria-multiline': String(kind !== 'line'),
      'aria-label': label,
      'aria-placeholder': placeholder,
      class: classes(
        'min-h-[1.25em] outline-none whitespace-pre-wrap break-words',
        // The editor puts an empty image behind a chip at the end of a line; as a block it would be a line of its own.
        '[&_.ProseMirror-separator]:inline',
        kind === 'rich' &&
          '[&_a]:underline [&_a]:text-[var(--email-link)] [&_li_p]:mb-0 [&_ol]:mb-3 [&_ol]:list-decimal [&_ol]:pl-6 [&_p]:mb-3 [&_ul]:mb-3 [&_ul]:list-disc [&_ul]:pl-6',
      ),
    }),
    [kind, label, placeholder],
  )
  const current = useRef<Editor>(undefined)
  const editorProps = useMemo(
    () => ({
      attributes,
      handleKeyDown: (_view: unknown, event: KeyboardEvent) =>
        current.current ? key(event, current.current) : false,
    }),
    [attributes, key],
  )
  const editor = useEditor({
    extensions: EXTENSIONS[kind],
    content: withFields(value) as JSONContent,
    editable: !isReadOnly,
    injectCSS: false,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    editorProps,
    onCreate: ({ editor: made }) => {
      current.current = made
    },
    onFocus: ({ editor: focused }) => setWritten({ id, editor: focused, isRich: kind === 'rich' }),
    onUpdate: ({ editor: written }) => changed(written.getJSON()),
    onSelectionUpdate: ({ editor: moved }) => slash.look(moved, frame.current),
    onBlur: () => slash.close(),
  })
  useExternalChange(editor, value)
  return (
    <div
      ref={frame}
      data-placeholder={placeholder}
      className={classes(
        'relative',
        isEmptyText(value) &&
          'before:pointer-events-none before:absolute before:inset-x-0 before:opacity-70 before:content-[attr(data-placeholder)]',
      )}
    >
      <EditorContent editor={editor} />
      {slash.place && kinds.length > 0 && (
        <SlashMenu id={listId} kinds={kinds} slash={slash} editor={editor} onChoose={choose} />
      )}
    </div>
  )
}

const isEmptyText = ({ content }: BlockText): boolean =>
  content.length <= 1 && content.every((node) => node.type === 'paragraph' && !node.content?.length)

/** A stable handler that answers whether it took the key. */
function useLatestKey(handle: (event: KeyboardEvent, editor: Editor) => boolean) {
  const latest = useRef(handle)
  useEffect(() => {
    latest.current = handle
  })
  return useMemo(() => (event: KeyboardEvent, editor: Editor) => latest.current(event, editor), [])
}

function handleKey(
  { key, shiftKey, isComposing }: KeyboardEvent,
  editor: Editor,
  { onEnter, onEmpty, isOneLine }: TextKeys & { isOneLine: boolean },
): boolean {
  if (isComposing) return false
  // A chosen chip takes it (field-chip.ts).
  if (key === 'Enter' && isChipChosen(editor.state)) return false
  if (key === 'Enter' && isOneLine) {
    if (!shiftKey) onEnter?.()
    return true
  }
  if (key === 'Backspace' && editor.isEmpty && onEmpty) {
    onEmpty()
    return true
  }
  return false
}

/** Shows changes from undo or a restored version, without moving the cursor while the user types. */
function useExternalChange(editor: Editor, value: BlockText): void {
  const text = JSON.stringify(value)
  useEffect(() => {
    if (JSON.stringify(toBlockText(editor.getJSON())) === text) return
    const { from, to } = editor.state.selection
    editor.commands.setContent(withFields(JSON.parse(text) as BlockText) as JSONContent, {
      emitUpdate: false,
    })
    const last = editor.state.doc.content.size
    editor.commands.setTextSelection({ from: Math.min(from, last), to: Math.min(to, last) })
  }, [editor, text])
}

type PlainInPlaceProps = Omit<TextInPlaceProps, 'value' | 'onChange' | 'kind' | 'onSlash'> & {
  kind: 'line' | 'lines'
  text: string
  onText: (text: string) => void
}

/** A text without any format. */
export function PlainInPlace({ text, onText, ...props }: PlainInPlaceProps) {
  const value = useMemo(() => docOfLines(text), [text])
  return <TextInPlace {...props} value={value} onChange={(json) => onText(linesOfDoc(json))} />
}
