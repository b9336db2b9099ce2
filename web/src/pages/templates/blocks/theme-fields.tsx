import { Palette } from 'lucide-react'
import { Select, optionsOf } from '../../../components/forms/select.tsx'
import type { BlockTheme } from './block-document.ts'
import { blocksTexts } from './blocks.texts.ts'

const { theme: texts } = blocksTexts

const COLOURS = ['background', 'panel', 'text', 'accent'] as const
const FONTS = optionsOf(texts.fonts)

type ThemeFieldsProps = { theme: BlockTheme; isReadOnly: boolean; onChange: (theme: BlockTheme) => void }

export function ThemeFields({ theme, isReadOnly, onChange }: ThemeFieldsProps) {
  return (
    <section
      aria-label={texts.title}
      className="rounded-xl border border-line bg-panel px-3 pt-2 pb-3 shadow-raised"
    >
      <h2 className="flex items-center gap-2 pb-2 text-xs font-medium text-soft">
        <Palette className="size-3.5" aria-hidden />
        {texts.title}
      </h2>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {COLOURS.map((name) => (
          <label key={name} className="flex items-center gap-2 text-sm">
            <input
              type="color"
              value={theme[name]}
              disabled={isReadOnly}
              onChange={({ target }) => onChange({ ...theme, [name]: target.value })}
              className="size-7 rounded-md border border-edge bg-panel p-0.5"
            />
            {texts[name]}
          </label>
        ))}
        <Select
          label={texts.font}
          value={theme.font}
          options={FONTS}
          isDisabled={isReadOnly}
          onChange={(font) => onChange({ ...theme, font })}
        />
      </div>
    </section>
  )
}
