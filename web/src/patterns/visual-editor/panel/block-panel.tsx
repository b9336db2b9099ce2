import { KIND_ICONS } from '../block-icons.tsx'
import type { VisualEditor } from '../use-visual-editor.ts'
import { visualEditor as texts } from '../visual-editor.texts.ts'
import { BlockFields } from './block-fields.tsx'
import { ShowIfField } from './show-if-field.tsx'
import { ThemeFields } from './theme-fields.tsx'

/** The settings of the selected block, or the look of the email if there is none. */
export function BlockPanel({ editor }: { editor: VisualEditor }) {
  const { document, theme, selected, isReadOnly, actions } = editor
  return (
    <div data-visual-editor className="min-h-0 grow overflow-y-auto p-4">
      {selected ? (
        <section aria-label={texts.settings} className="flex flex-col gap-4">
          <h2 className="flex items-center gap-2 text-sm font-semibold [&_svg]:size-4 [&_svg]:text-soft">
            {KIND_ICONS[selected.type]}
            {texts.kinds[selected.type]}
          </h2>
          <fieldset disabled={isReadOnly} className="flex min-w-0 flex-col gap-4 empty:hidden">
            <BlockFields
              // Fields of one block must not keep what was typed for another.
              key={selected.id}
              block={selected}
              theme={theme}
              isReadOnly={isReadOnly}
              onChange={actions.changeBlock}
            />
          </fieldset>
          <ShowIfField block={selected} isReadOnly={isReadOnly} onChange={actions.changeBlock} />
        </section>
      ) : (
        <ThemeFields
          own={document.theme}
          theme={theme}
          isReadOnly={isReadOnly}
          onChange={actions.changeTheme}
        />
      )}
    </div>
  )
}
