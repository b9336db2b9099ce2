// Rich text with Tiptap. Its style sheet is left out, because the content security policy forbids styles without our nonce.
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import type { Editor, JSONContent } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { Bold, Italic, Link2, List, ListOrdered, Braces } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import { isLink } from '../../../../../src/features/templates/blocks/blocks.schema.ts'
import { classes } from '../../../components/classes.ts'
import { IconButton } from '../../../components/forms/button.tsx'
import { inputClass } from '../../../components/forms/field.tsx'
import { toBlockText } from './block-document.ts'
import type { BlockText } from './block-document.ts'
import { blocksTexts } from './blocks.texts.ts'
import { LinkDialog } from './link-dialog.tsx'
import { Menu, MenuItem } from '../../../components/overlays/menu.tsx'

const { text: texts } = blocksTexts

const EXTENSIONS = [
  StarterKit.configure({
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
    // Allows Liquid, but nothing that runs code.
    link: { openOnClick: false, autolink: false, isAllowedUri: (uri) => isLink(uri) },
  }),
]

type RichTextFieldProps = {
  label: string
  value: BlockText
  isReadOnly: boolean
  variables: readonly string[]
  onChange: (value: BlockText) => void
}

export function RichTextField({ label, value, isReadOnly, variables, onChange }: RichTextFieldProps) {
  const changed = useEffectEvent((json: unknown) => onChange(toBlockText(json)))
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value as JSONContent,
    editable: !isReadOnly,
    injectCSS: false,
    immediatelyRender: true,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: classes(
          inputClass,
          'h-auto min-h-20 whitespace-pre-wrap break-words py-2 [&_a]:text-accent-text [&_a]:underline [&_li]:ml-5 [&_ol]:list-decimal [&_p+p]:mt-2 [&_ul]:list-disc',
        ),
      },
    },
    onUpdate: ({ editor: written }) => changed(written.getJSON()),
  })
  useExternalChange(editor, value)
  return (
    <div className="flex flex-col gap-1.5">
      {!isReadOnly && <Tools editor={editor} variables={variables} />}
      <EditorContent editor={editor} />
    </div>
  )
}

/** Shows changes from undo or a restored version, without moving the cursor while the user types. */
function useExternalChange(editor: Editor, value: BlockText): void {
  const text = JSON.stringify(value)
  useEffect(() => {
    if (JSON.stringify(toBlockText(editor.getJSON())) === text) return
    editor.commands.setContent(JSON.parse(text) as JSONContent, { emitUpdate: false })
  }, [editor, text])
}

function Tools({ editor, variables }: { editor: Editor; variables: readonly string[] }) {
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
  const tools: [keyof typeof active & keyof typeof texts, ReactNode, () => void][] = [
    ['bold', <Bold key="bold" />, () => chain().toggleBold().run()],
    ['italic', <Italic key="italic" />, () => chain().toggleItalic().run()],
    ['bullets', <List key="bullets" />, () => chain().toggleBulletList().run()],
    ['numbers', <ListOrdered key="numbers" />, () => chain().toggleOrderedList().run()],
    ['link', <Link2 key="link" />, () => setIsLinking(true)],
  ]
  return (
    <div role="toolbar" aria-label={texts.tools} className="flex flex-wrap items-center gap-0.5">
      {tools.map(([name, icon, run]) => (
        <IconButton
          key={name}
          label={texts[name] as string}
          aria-pressed={active[name] === true}
          // The text keeps the focus: it would come back after the next frame, and keys pressed before that would be lost.
          onMouseDown={(event) => event.preventDefault()}
          onClick={run}
        >
          {icon}
        </IconButton>
      ))}
      <VariableMenu
        variables={variables}
        onChoose={(variable) => chain().insertContent(`{{ ${variable} }}`).run()}
      />
      <LinkDialog
        href={active.href}
        isOpen={isLinking}
        onClose={() => setIsLinking(false)}
        onSet={(href) => chain().extendMarkRange('link').setLink({ href }).run()}
        onRemove={() => chain().extendMarkRange('link').unsetLink().run()}
      />
    </div>
  )
}

type VariableMenuProps = { variables: readonly string[]; onChoose: (variable: string) => void }

function VariableMenu({ variables, onChoose }: VariableMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton label={texts.variable}>
          <Braces />
        </IconButton>
      }
    >
      <div className="max-h-72 overflow-y-auto">
        {variables.map((variable) => (
          <MenuItem key={variable} onClick={() => onChoose(variable)}>
            {variable}
          </MenuItem>
        ))}
      </div>
    </Menu>
  )
}
