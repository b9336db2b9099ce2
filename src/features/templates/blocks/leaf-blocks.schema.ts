// The blocks without blocks inside.
import { z } from 'zod'
import { lineUpTo, textUpTo } from '../../../platform/schemas/bounded.schema.ts'
import { Align, BlockId, Colour, intBetween, Link, LONGEST_LINE } from './block-values.schema.ts'
import { RichText } from './rich-text.schema.ts'
import { ShowIf } from './show-if.schema.ts'
import { SocialLinks } from './social.schema.ts'

const LONGEST_HTML = 100_000
const LONGEST_PATH = 200
const MOST_PRODUCTS = 24

/** Every block has them. */
export const common = { id: BlockId, showIf: ShowIf.optional() }

const align = Align.default('left')
const ownColour = (usual: string) => Colour.nullable().default(null).describe(`null: ${usual}.`)

// A component of MJML would end the one around the block.
const MJML_TAG = /<\/?mj[-a-z]*[\s>/]/i

const PRODUCT_PATH = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\[\d{1,3}\])*$/
const ProductList = textUpTo(LONGEST_PATH).regex(
  PRODUCT_PATH,
  'must be the path of a variable, such as products, data.products or event.items',
)
const ProductField = textUpTo(LONGEST_PATH).refine((text) => text === '' || PRODUCT_PATH.test(text), {
  message: 'must be empty or the name of a field, such as title or image.url',
  params: { code: 'invalid_string' },
})

export const leaves = [
  z
    .object({
      ...common,
      type: z.literal('heading'),
      text: textUpTo(LONGEST_LINE),
      level: intBetween(1, 3).default(1),
      align,
      color: ownColour('the colour of headings of the theme'),
    })
    .meta({ id: 'HeadingBlock' }),
  z
    .object({
      ...common,
      type: z.literal('text'),
      content: RichText,
      align,
      color: ownColour('the colour of text of the theme'),
    })
    .meta({ id: 'TextBlock' }),
  z
    .object({
      ...common,
      type: z.literal('image'),
      src: Link.describe('URL of the image, such as one of POST /images. If empty, nothing is shown.'),
      alt: textUpTo(LONGEST_LINE).default('').describe('Describes the image for people who do not see it.'),
      href: Link.default(''),
      width: intBetween(10, 100).default(100).describe('Percent of the column.'),
      align: align.default('center'),
      rounded: z.boolean().default(false).describe('Whether its corners are round, as the theme says.'),
    })
    .meta({ id: 'ImageBlock' }),
  z
    .object({
      ...common,
      type: z.literal('button'),
      text: textUpTo(LONGEST_LINE),
      href: Link,
      align: align.default('center'),
      color: ownColour('the accent colour of the theme'),
      fullWidth: z.boolean().default(false).describe('Whether it is as wide as its column.'),
    })
    .meta({ id: 'ButtonBlock' }),
  z.object({ ...common, type: z.literal('divider') }).meta({ id: 'DividerBlock' }),
  z
    .object({
      ...common,
      type: z.literal('spacer'),
      height: intBetween(4, 200).default(24).describe('In pixels.'),
    })
    .meta({ id: 'SpacerBlock' }),
  z
    .object({ ...common, type: z.literal('logo'), align: align.default('center') })
    .meta({ id: 'LogoBlock', description: 'The logo of the brand kit. Without one, nothing is shown.' }),
  z
    .object({
      ...common,
      type: z.literal('social'),
      links: SocialLinks.nullable().default(null).describe('null: the links of the brand kit.'),
      align: align.default('center'),
    })
    .meta({ id: 'SocialBlock', description: 'Links to pages elsewhere, shown as words.' }),
  z
    .object({
      ...common,
      type: z.literal('html'),
      html: textUpTo(LONGEST_HTML).refine((html) => !MJML_TAG.test(html), {
        message: 'must be HTML without components of MJML; write an email in MJML as code instead',
        params: { code: 'invalid_string' },
      }),
    })
    .meta({ id: 'HtmlBlock', description: 'HTML with Liquid, put into the email as it is.' }),
  z
    .object({
      ...common,
      type: z.literal('products'),
      list: ProductList.default('products').describe(
        'The variable with the list: products or data.products for data of the request or the contact, event.items for data of an event.',
      ),
      limit: intBetween(1, MOST_PRODUCTS).default(6).describe('Shows at most this many.'),
      perRow: intBetween(1, 3)
        .default(2)
        .describe('Products per row; on phones they stand one below the other.'),
      title: ProductField.default('title').describe('Field with the name of a product. Empty: not shown.'),
      image: ProductField.default('image').describe('Field with the URL of its image. Empty: not shown.'),
      price: ProductField.default('price').describe(
        'Field with its price, printed as it is. Empty: not shown.',
      ),
      link: ProductField.default('url').describe('Field with its URL. Empty: no links.'),
      button: lineUpTo(LONGEST_LINE).default('View').describe('Text of the button. Empty: no button.'),
    })
    .meta({
      id: 'ProductsBlock',
      description: 'The items of a list, such as a cart. Without the list, nothing is shown.',
    }),
] as const

export const LeafBlock = z.discriminatedUnion('type', leaves).meta({
  id: 'LeafBlock',
  description: 'A block without blocks inside, such as those of a column.',
})
export type LeafBlock = z.output<typeof LeafBlock>
