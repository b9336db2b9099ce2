import { Palette } from 'lucide-react'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { optionsOf } from '../../../components/forms/select.tsx'
import type { BlockTheme } from '../model/block-document.ts'
import { visualEditor } from '../visual-editor.texts.ts'
import { NumberField } from './number-field.tsx'
import { OwnColour } from './own-colour.tsx'

const { theme: texts } = visualEditor

const COLOURS = ['background', 'panel', 'text', 'accent', 'muted'] as const
const FONTS = optionsOf(texts.fonts)
const SOURCES = optionsOf(texts.sources)

type ThemeFieldsProps = {
  /** null: that of the brand kit. */
  own: BlockTheme | null
  theme: BlockTheme
  isReadOnly: boolean
  onChange: (theme: BlockTheme | null) => void
}

export function ThemeFields({ own, theme, isReadOnly, onChange }: ThemeFieldsProps) {
  return (
    <section aria-label={texts.title} className="flex flex-col gap-4">
      <h2 className="flex items-center gap-2 text-sm font-semibold">
        <Palette className="size-4 text-soft" aria-hidden />
        {texts.title}
      </h2>
      <p className="text-xs text-soft">{texts.hint}</p>
      <SelectField
        label={texts.source}
        value={own === null ? 'brand' : 'own'}
        options={SOURCES}
        isDisabled={isReadOnly}
        onChange={(source) => onChange(source === 'brand' ? null : theme)}
      />
      {own !== null && <OwnTheme theme={own} isReadOnly={isReadOnly} onChange={onChange} />}
    </section>
  )
}

function OwnTheme({ theme, isReadOnly, onChange }: Omit<ThemeFieldsProps, 'own'>) {
  return (
    <fieldset disabled={isReadOnly} className="flex min-w-0 flex-col gap-4">
      {COLOURS.map((name) => (
        <label key={name} className="flex items-center gap-3 text-sm">
          <input
            type="color"
            value={theme[name]}
            onChange={({ target }) => onChange({ ...theme, [name]: target.value })}
            className="size-8 rounded-md border border-edge bg-panel p-0.5"
          />
          {texts[name]}
        </label>
      ))}
      <OwnColour
        label={texts.heading}
        value={theme.heading}
        usual={theme.text}
        isReadOnly={isReadOnly}
        onChange={(heading) => onChange({ ...theme, heading })}
      />
      <OwnColour
        label={texts.link}
        value={theme.link}
        usual={theme.accent}
        isReadOnly={isReadOnly}
        onChange={(link) => onChange({ ...theme, link })}
      />
      <SelectField
        label={texts.font}
        value={theme.font}
        options={FONTS}
        isDisabled={isReadOnly}
        onChange={(font) => onChange({ ...theme, font })}
      />
      <NumberField
        label={texts.width}
        value={theme.width}
        range={[480, 800]}
        onChange={(width) => onChange({ ...theme, width })}
      />
      <NumberField
        label={texts.radius}
        value={theme.radius}
        range={[0, 32]}
        onChange={(radius) => onChange({ ...theme, radius })}
      />
    </fieldset>
  )
}
