// The brand kit of a project: what its emails have in common. Emails made of blocks take from it what they do not say
// themselves.
import { z } from 'zod'
import { textUpTo } from '../../../platform/schemas/bounded.schema.ts'
import { intBetween, Link, LONGEST_LINE } from '../blocks/block-values.schema.ts'
import { SocialLinks } from '../blocks/social.schema.ts'
import { BlockTheme, BlockThemePatch, BrandTheme } from '../blocks/theme.schema.ts'

const LONGEST_FOOTER = 2_000

const NewBrandLogo = z
  .object({
    src: Link.min(1, 'must not be empty').describe('URL of the image, such as one of POST /images.'),
    alt: textUpTo(LONGEST_LINE)
      .default('')
      .describe('The name of the company, for people who do not see it.'),
    href: Link.default('').describe('Where a click on it leads; may be empty.'),
    width: intBetween(20, 600).default(160).describe('In pixels.'),
  })
  .meta({ id: 'NewBrandLogo' })

/** A logo as responses have it. */
const BrandLogo = z
  .object({ src: z.string(), alt: z.string(), href: z.string(), width: z.int().describe('In pixels.') })
  .meta({ id: 'BrandLogo' })

const LOGO = 'Shown by logo blocks. null: none.'
const THEME = 'The look of emails without a theme of their own.'
const FOOTER = 'Text of footers, above the postal address of the project; may contain Liquid. null: none.'
const SOCIAL = 'Links of social blocks without links of their own.'

export const BrandKit = z
  .object({
    logo: BrandLogo.nullable().describe(LOGO),
    theme: BrandTheme.describe(THEME),
    footer: z.string().nullable().describe(FOOTER),
    social: SocialLinks.describe(SOCIAL),
  })
  .meta({ id: 'BrandKit' })
export type BrandKit = z.output<typeof BrandKit>

export const DEFAULT_BRAND: BrandKit = { logo: null, theme: BlockTheme.parse({}), footer: null, social: [] }

export const BrandKitPatch = z
  .object({
    logo: NewBrandLogo.nullable().describe(LOGO),
    theme: BlockThemePatch.describe(`${THEME} Fields that are left out stay as they are.`),
    footer: textUpTo(LONGEST_FOOTER).nullable().describe(FOOTER),
    social: SocialLinks.describe(SOCIAL),
  })
  .partial()
  .meta({ id: 'BrandKitPatch' })

/** The kit in responses. */
export const BrandKitAnswer = BrandKit.extend({
  updatedAt: z.iso.datetime().nullable().describe('null if it was never changed.'),
}).meta({ id: 'BrandKitAnswer' })

export const BrandPayload = z.object({ projectId: z.string().brand<'project'>() })
