// The cards of the brand kit: logo, colours, font and footer.
import { Button } from '../../../components/forms/button.tsx'
import { TextArea, TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { optionsOf } from '../../../components/forms/select.tsx'
import { SwitchRow } from '../../../components/forms/switch-row.tsx'
import { Card } from '../../../components/page.tsx'
import { UploadButton } from '../../../patterns/images/upload-button.tsx'
import type { BrandCardProps } from './brand-draft.ts'
import { brandTexts as texts } from './brand.texts.ts'

const NO_LOGO = { src: '', alt: '', href: '', width: '160' }

export function LogoCard({ draft: { logo }, problems, isReadOnly, onChange }: BrandCardProps) {
  const set = (changes: Partial<typeof logo>) => onChange({ logo: { ...logo, ...changes } })
  return (
    <Card title={texts.logo}>
      <div className="flex flex-col gap-4">
        <p className="text-sm text-soft">{texts.logoText}</p>
        {!isReadOnly && (
          <div className="flex flex-wrap gap-2">
            <UploadButton
              label={texts.logoImage}
              hasImage={logo.src !== ''}
              onUpload={(src) => set({ src })}
            />
            {logo.src !== '' && (
              <Button onClick={() => onChange({ logo: NO_LOGO })}>{texts.removeLogo}</Button>
            )}
          </div>
        )}
        <TextField
          label={texts.logoSrc}
          placeholder={texts.addressHint}
          value={logo.src}
          error={problems['logo.src']}
          onText={(src) => set({ src })}
        />
        {logo.src !== '' && (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={texts.logoAlt}
              hint={texts.logoAltHint}
              value={logo.alt}
              error={problems['logo.alt']}
              onText={(alt) => set({ alt })}
            />
            <TextField
              label={texts.logoHref}
              placeholder={texts.addressHint}
              value={logo.href}
              error={problems['logo.href']}
              onText={(href) => set({ href })}
            />
            <TextField
              label={texts.logoWidth}
              inputMode="numeric"
              value={logo.width}
              error={problems['logo.width']}
              onText={(width) => set({ width })}
            />
          </div>
        )}
      </div>
    </Card>
  )
}

type ColourProps = { label: string; value: string; onChange: (colour: string) => void }

const Colour = ({ label, value, onChange }: ColourProps) => (
  <label className="flex items-center gap-2 text-sm">
    <input
      type="color"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="size-8 rounded-md border border-edge bg-panel p-0.5"
    />
    {label}
  </label>
)

const COLOURS = ['background', 'panel', 'text', 'accent', 'muted'] as const

export function ColoursCard({ draft: { theme }, isReadOnly, onChange }: BrandCardProps) {
  const set = (changes: Partial<typeof theme>) => onChange({ theme: { ...theme, ...changes } })
  return (
    <Card title={texts.colours}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-x-6 gap-y-3">
          {COLOURS.map((name) => (
            <Colour
              key={name}
              label={texts.colour[name]}
              value={theme[name]}
              onChange={(colour) => set({ [name]: colour })}
            />
          ))}
        </div>
        <div className="flex flex-col gap-2">
          <SwitchRow
            label={texts.asText}
            isOn={theme.heading === null}
            isDisabled={isReadOnly}
            onChange={(isSame) => set({ heading: isSame ? null : theme.text })}
          />
          {theme.heading !== null && (
            <Colour
              label={texts.colour.heading}
              value={theme.heading}
              onChange={(heading) => set({ heading })}
            />
          )}
        </div>
        <div className="flex flex-col gap-2">
          <SwitchRow
            label={texts.asAccent}
            isOn={theme.link === null}
            isDisabled={isReadOnly}
            onChange={(isSame) => set({ link: isSame ? null : theme.accent })}
          />
          {theme.link !== null && (
            <Colour label={texts.colour.link} value={theme.link} onChange={(link) => set({ link })} />
          )}
        </div>
      </div>
    </Card>
  )
}

const FONTS = optionsOf(texts.fonts)

export function ShapeCard({ draft: { theme }, problems, isReadOnly, onChange }: BrandCardProps) {
  const set = (changes: Partial<typeof theme>) => onChange({ theme: { ...theme, ...changes } })
  return (
    <Card title={texts.shape}>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          label={texts.font}
          value={theme.font}
          options={FONTS}
          isDisabled={isReadOnly}
          onChange={(font) => set({ font })}
        />
        <TextField
          label={texts.width}
          inputMode="numeric"
          value={theme.width}
          error={problems['theme.width']}
          onText={(width) => set({ width })}
        />
        <TextField
          label={texts.radius}
          inputMode="numeric"
          value={theme.radius}
          error={problems['theme.radius']}
          onText={(radius) => set({ radius })}
        />
      </div>
    </Card>
  )
}

export const FooterCard = ({ draft: { footer }, problems, onChange }: BrandCardProps) => (
  <Card title={texts.footer}>
    <TextArea
      label={texts.footerText}
      hint={texts.footerHint}
      rows={3}
      value={footer}
      error={problems['footer']}
      onText={(text) => onChange({ footer: text })}
    />
  </Card>
)
