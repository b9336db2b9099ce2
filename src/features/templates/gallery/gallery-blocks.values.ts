// Short ways to write the blocks of the gallery. Colours are left to the brand kit of the project. The types are the parts of
// blocks.schema.ts that the gallery uses; a test parses every document by that schema.

type Run = { type: 'text'; text: string; marks?: Mark[] }
type Mark = { type: 'bold' } | { type: 'italic' } | { type: 'link'; attrs: { href: string } }
type Break = { type: 'hardBreak' }
type Words = string | Run | Break
type Align = 'left' | 'center' | 'right'

type Paragraph = { type: 'paragraph'; content: (Run | Break)[] }
type BulletList = { type: 'bulletList'; content: { type: 'listItem'; content: Paragraph[] }[] }
type BlockText = { type: 'doc'; content: (Paragraph | BulletList)[] }

type TextBlock = { type: 'text'; content: BlockText; align: Align; color: string | null }

type Products = {
  type: 'products'
  list: string
  limit: number
  perRow: number
  title: string
  image: string
  price: string
  link: string
  button: string
}

type LeafBlock =
  | TextBlock
  | Products
  | { type: 'heading'; text: string; level: number; align: Align; color: string | null }
  | { type: 'button'; text: string; href: string; align: Align; color: null; fullWidth: boolean }
  | { type: 'divider' }
  | { type: 'spacer'; height: number }
  | { type: 'logo'; align: Align }
  | { type: 'social'; links: null; align: Align }

type EmailBlock =
  | LeafBlock
  | { type: 'columns'; columns: LeafBlock[][]; background: string | null }
  | { type: 'footer'; text: null; unsubscribe: string; preferences: string }

/** `theme`: null takes the look of the brand kit. */
export type GalleryDocument = { theme: null; blocks: EmailBlock[] }

export const bold = (text: string): Run => ({ type: 'text', text, marks: [{ type: 'bold' }] })

export const newLine: Break = { type: 'hardBreak' }

export const link = (text: string, href: string): Run => ({
  type: 'text',
  text,
  marks: [{ type: 'link', attrs: { href } }],
})

const paragraph = (words: readonly Words[]) => ({
  type: 'paragraph' as const,
  content: words.map((run) => (typeof run === 'string' ? { type: 'text' as const, text: run } : run)),
})

const asDocument = (content: BlockText['content']): BlockText => ({ type: 'doc', content })

/** One paragraph of words, of which some may be bold or a link. */
export const text = (...words: Words[]): TextBlock => ({
  type: 'text',
  content: asDocument([paragraph(words)]),
  align: 'left',
  color: null,
})

export const centred = (...words: Words[]): TextBlock => ({ ...text(...words), align: 'center' })

export const bullets = (...items: Words[][]): TextBlock => ({
  type: 'text',
  content: asDocument([
    {
      type: 'bulletList',
      content: items.map((words) => ({ type: 'listItem', content: [paragraph(words)] })),
    },
  ]),
  align: 'left',
  color: null,
})

export const heading = (words: string, level = 1, align: Align = 'left'): LeafBlock => ({
  type: 'heading',
  text: words,
  level,
  align,
  color: null,
})

export const button = (words: string, href: string, align: Align = 'left'): LeafBlock => ({
  type: 'button',
  text: words,
  href,
  align,
  color: null,
  fullWidth: false,
})

export const wideButton = (words: string, href: string): LeafBlock => ({
  type: 'button',
  text: words,
  href,
  align: 'center',
  color: null,
  fullWidth: true,
})

export const spacer = (height = 16): LeafBlock => ({ type: 'spacer', height })
export const divider: LeafBlock = { type: 'divider' }
export const logo: LeafBlock = { type: 'logo', align: 'left' }
export const social: LeafBlock = { type: 'social', links: null, align: 'center' }

export const columns = (...content: LeafBlock[][]): EmailBlock => ({
  type: 'columns',
  columns: content,
  background: null,
})

// Nearly black, which fits every accent, in light and in dark mode.
const GROUND = '#18181b'
const ON_GROUND = { heading: '#ffffff', text: '#d4d4d8' } as const

/** Columns on a dark ground, for what should be seen first. */
export const band = (...content: LeafBlock[][]): EmailBlock => ({
  type: 'columns',
  columns: content.map((blocks) => blocks.map(onGround)),
  background: GROUND,
})

const onGround = (block: LeafBlock): LeafBlock =>
  block.type === 'heading' || block.type === 'text' ? { ...block, color: ON_GROUND[block.type] } : block

export const footer: EmailBlock = {
  type: 'footer',
  text: null,
  unsubscribe: 'Unsubscribe',
  preferences: 'Preferences',
}

/** The items of a list, one below the other. */
export const products = (list: string, given: Partial<Products> = {}): LeafBlock => ({
  type: 'products',
  list,
  limit: 10,
  perRow: 1,
  title: 'title',
  image: '',
  price: 'price',
  link: '',
  button: '',
  ...given,
})

/** With the look of the brand kit. */
export const documentOf = (...blocks: EmailBlock[]): GalleryDocument => ({ theme: null, blocks })
