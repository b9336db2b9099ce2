import { useEditorState } from '@tiptap/react'
import type { Editor } from '@tiptap/react'
import { AlignCenter, AlignLeft, AlignRight, Bold, Italic, Link2, List, ListOrdered } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../components/forms/button.tsx'
import { FieldPicker } from '../../field-picker/field-picker.tsx'
import type { EmailBlock } from '../model/block-document.ts'
import { FIELD } from '../model/rich-text.ts'
import { visualEditor } from '../visual-editor.texts.ts'
import { useCanvas } from './canvas-context.ts'
import { LinkDialog } from './link-dialog.tsx'

const { text: texts, fields } = visualEditor

/** The text keeps the focus: it would come back after the next frame, and keys pressed before that would be lost. */
export const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault()

/** Bold, italic, lists and links of the text that is written. */
export function MarkTools({ editor }: { editor: Editor }) {
  const [isLinking, setIsLinking] = useState(false)
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      link: now.isActive('link'),
      href: String(now.getAttributes('link')['href'] ?? ''),
    }),
  })
  const chain = () => editor.chain().focus()
  const tools: ['bold' | 'italic' | 'bullets' | 'numbers' | 'link', ReactNode, () => void][] = [
    ['bold', <Bold key="bold" />, () => chain().toggleBold().run()],
    ['italic', <Italic key="italic" />, () => chain().toggleItalic().run()],
    ['bullets', <List key="bullets" />, () => chain().toggleBulletList().run()],
    ['numbers', <ListOrdered key="numbers" />, () => chain().toggleOrderedList().run()],
    ['link', <Link2 key="link" />, () => setIsLinking(true)],
  ]
  return (
    <>
      {tools.map(([name, icon, run]) => (
        <IconButton
          key={name}
          label={texts[name]}
          aria-pressed={active[name]}
          onMouseDown={keepFocus}
          onClick={run}
        >
          {icon}
        </IconButton>
      ))}
      <LinkDialog
        href={active.href}
        isOpen={isLinking}
        onClose={() => setIsLinking(false)}
        onSet={(href) => chain().extendMarkRange('link').setLink({ href }).run()}
        onRemove={() => chain().extendMarkRange('link').unsetLink().run()}
      />
    </>
  )
}

/** Inserts a field of the contact where the cursor is. */
export function FieldTool({ editor }: { editor: Editor }) {
  const { variables } = useCanvas()
  return (
    <FieldPicker
      fields={variables}
      onPick={(liquid) => editor.chain().focus().insertContent({ type: FIELD, attrs: { liquid } }).run()}
    />
  )
}

const ALIGN_ICONS = { left: <AlignLeft />, center: <AlignCenter />, right: <AlignRight /> }
const ALIGNS = ['left', 'center', 'right'] as const

export function AlignTools({ block }: { block: Extract<EmailBlock, { align: unknown }> }) {
  const { actions } = useCanvas()
  return ALIGNS.map((align) => (
    <IconButton
      key={align}
      label={fields.aligns[align]}
      aria-pressed={block.align === align}
      onMouseDown={keepFocus}
      onClick={() => actions.changeBlock({ ...block, align })}
    >
      {ALIGN_ICONS[align]}
    </IconButton>
  ))
}
