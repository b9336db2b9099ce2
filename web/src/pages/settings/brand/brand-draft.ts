// The brand kit as it is typed.
import type { z } from 'zod'
import type { Blocks } from '../../../../../src/features/templates/blocks/blocks.schema.ts'
import { BrandKitPatch } from '../../../../../src/features/templates/brand/brand.schema.ts'
import type { BrandChanges, BrandKit } from '../../../api/content/brand.ts'
import { sentence } from '../../../components/forms/sentence.ts'
import { brandTexts as texts } from './brand.texts.ts'

type Theme = BrandKit['theme']
export type SocialRow = {
  id: string
  network: BrandKit['social'][number]['network']
  href: string
  label: string
}

export type BrandDraft = {
  logo: { src: string; alt: string; href: string; width: string }
  theme: Omit<Theme, 'width' | 'radius'> & { width: string; radius: string }
  footer: string
  social: SocialRow[]
}

/** Messages by the path of the field. */
export type Problems = Readonly<Record<string, string>>

export type BrandCardProps = {
  draft: BrandDraft
  problems: Problems
  isReadOnly: boolean
  onChange: (changes: Partial<BrandDraft>) => void
}

const newId = (): string => crypto.randomUUID()

export const newSocialRow = (network: SocialRow['network']): SocialRow => ({
  id: newId(),
  network,
  href: '',
  label: '',
})

const NO_LOGO = { src: '', alt: '', href: '', width: 160 }

export function draftOf({ logo, theme, footer, social }: BrandKit): BrandDraft {
  const { src, alt, href, width } = logo ?? NO_LOGO
  return {
    logo: { src, alt, href, width: String(width) },
    theme: { ...theme, width: String(theme.width), radius: String(theme.radius) },
    footer: footer ?? '',
    social: social.map(({ network, href, label = '' }) => ({ id: newId(), network, href, label })),
  }
}

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

type Kit = {
  [Field in keyof BrandChanges]-?:
    | NonNullable<BrandChanges[Field]>
    | (Field extends 'logo' | 'footer' ? null : never)
}

function kitOf({ logo, theme, footer, social }: BrandDraft): Kit {
  return {
    logo: logo.src.trim() === '' ? null : { ...logo, src: logo.src.trim(), width: numberOf(logo.width) },
    theme: { ...theme, width: numberOf(theme.width), radius: numberOf(theme.radius) },
    footer: footer.trim() === '' ? null : footer,
    social: social.map(({ network, href, label }) => ({
      network,
      href: href.trim(),
      ...(label.trim() !== '' && { label: label.trim() }),
    })),
  }
}

/** Only what differs: somebody else may be changing the rest. */
export function changesFrom(saved: BrandKit, draft: BrandDraft): BrandChanges {
  const kit = kitOf(draft)
  const before = kitOf(draftOf(saved))
  const names = ['logo', 'theme', 'footer', 'social'] as const
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(kit[name]) !== JSON.stringify(before[name]))
      .map((name) => [name, kit[name]]),
  )
}

export function problemsOf(draft: BrandDraft): Problems {
  const issues = BrandKitPatch.safeParse(kitOf(draft)).error?.issues ?? []
  return Object.fromEntries(
    issues.map(({ path, code, message }) => [
      path.join('.'),
      code === 'invalid_type' ? texts.notANumber : sentence(message),
    ]),
  )
}

type Preview = z.input<typeof Blocks>

/** An email that shows every part of the kit before it is saved. */
export function previewOf(draft: BrandDraft): Preview {
  const { logo, theme, footer, social } = kitOf(draft)
  const width = Math.min(100, Math.max(10, Math.round(((logo?.width ?? 0) / (theme.width ?? 600)) * 100)))
  return {
    theme,
    blocks: [
      ...(logo ? [{ type: 'image', src: logo.src, alt: logo.alt, width }] : []),
      { type: 'heading', text: texts.sample.heading },
      { type: 'text', content: sampleText },
      { type: 'button', text: texts.sample.button, href: 'https://example.com' },
      { type: 'divider' },
      ...(social.length > 0 ? [{ type: 'social', links: social }] : []),
      { type: 'footer', text: [footer, '{{ lm_postal_address }}'].filter(Boolean).join('\n') },
    ],
  }
}

const sampleText = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: texts.sample.text },
        {
          type: 'text',
          text: texts.sample.link,
          marks: [{ type: 'link', attrs: { href: 'https://example.com' } }],
        },
      ],
    },
  ],
}
