import type { EmailBlock } from './blocks.schema.ts'
import { readableOn } from './colours.ts'
import { textClass } from './dark-mode.ts'
import type { Look } from './look.ts'
import { inAttribute, inText, linkTo, withBreaks } from './markup.ts'
import { productsToMjml } from './products-to-mjml.ts'
import { richTextToHtml } from './rich-text-to-html.ts'
import type { SocialLink, SocialNetwork } from './social.schema.ts'

export type ColumnBlock = Exclude<EmailBlock, { type: 'columns' }>
type BlockOf<Kind extends ColumnBlock['type']> = Extract<ColumnBlock, { type: Kind }>

const HEADING_SIZES = [28, 22, 18] as const

/** Empty for a block that shows nothing. */
export function leafToMjml(block: ColumnBlock, look: Look): string {
  switch (block.type) {
    case 'heading':
      return headingOf(block, look)
    case 'text':
      return `<mj-text align="${block.align}"${colourOf(block, look)}>${richTextToHtml(block.content, look.colours.link)}</mj-text>`
    case 'image':
      return imageOf(block, look)
    case 'button':
      return buttonOf(block)
    case 'divider':
      return `<mj-divider${look.isAdaptive ? ' css-class="lm-line"' : ''} />`
    case 'spacer':
      return `<mj-spacer height="${block.height}px" />`
    case 'logo':
      return logoOf(block, look)
    case 'social':
      return socialOf(block, look)
    case 'html':
      return `<mj-text${look.isAdaptive ? ' css-class="lm-html"' : ''}>${block.html}</mj-text>`
    case 'products':
      return productsToMjml(block, look)
    case 'footer':
      return footerOf(block, look)
  }
}

const colourOf = ({ color }: { color: string | null }, look: Look): string =>
  ` color="${color ?? look.colours.text}"${textClass(look, { own: color })}`

function headingOf({ text, level, align, color }: BlockOf<'heading'>, look: Look): string {
  const size = HEADING_SIZES[level - 1] ?? HEADING_SIZES[0]
  const ofTheme = look.theme.heading === null ? null : look.colours.heading
  const shown = colourOf({ color: color ?? ofTheme }, look)
  return `<mj-text align="${align}"${shown}><h${level} style="margin: 0; font-size: ${size}px; line-height: 1.25">${inText(text)}</h${level}></mj-text>`
}

function imageOf({ src, alt, href, width, align, rounded }: BlockOf<'image'>, look: Look): string {
  if (src === '') return ''
  const pixels = Math.max(1, Math.round((look.width * width) / 100))
  const corners = rounded ? ` border-radius="${look.theme.radius}px"` : ''
  return `<mj-image src="${inAttribute(src)}" alt="${inAttribute(alt)}"${linkTo(href)} width="${pixels}px" align="${align}"${corners} />`
}

function buttonOf({ text, href, align, color, fullWidth }: BlockOf<'button'>): string {
  const colours = color === null ? '' : ` background-color="${color}" color="${readableOn(color)}"`
  return `<mj-button${linkTo(href)} align="${align}"${colours}${fullWidth ? ' width="100%"' : ''}>${inText(text)}</mj-button>`
}

function logoOf({ align }: BlockOf<'logo'>, { brand: { logo }, width, isAdaptive }: Look): string {
  if (!logo) return ''
  const pixels = Math.min(logo.width, width)
  const inDark = isAdaptive ? ' css-class="lm-logo"' : ''
  return `<mj-image src="${inAttribute(logo.src)}" alt="${inAttribute(logo.alt)}"${linkTo(logo.href)} width="${pixels}px" align="${align}"${inDark} />`
}

const NETWORK_NAMES: Record<SocialNetwork, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  x: 'X',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  pinterest: 'Pinterest',
  threads: 'Threads',
  bluesky: 'Bluesky',
  mastodon: 'Mastodon',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  discord: 'Discord',
  github: 'GitHub',
  reddit: 'Reddit',
  snapchat: 'Snapchat',
  twitch: 'Twitch',
  spotify: 'Spotify',
  vimeo: 'Vimeo',
  website: 'Website',
  email: 'Email',
}

function socialOf({ links: own, align }: BlockOf<'social'>, look: Look): string {
  const links = own ?? look.brand.social
  if (links.length === 0) return ''
  const words = links.map((link) => socialLink(link, look))
  return `<mj-text align="${align}" font-size="14px" line-height="2" color="${look.colours.muted}"${textClass(look)}>${words.join(' &nbsp;&middot;&nbsp; ')}</mj-text>`
}

const socialLink = ({ network, href, label }: SocialLink, { colours }: Look): string =>
  `<a${linkTo(href)} style="color: ${colours.link}; font-weight: bold; text-decoration: none; white-space: nowrap">${inText(label ?? NETWORK_NAMES[network])}</a>`

/** The address of the project follows, because many countries require it in marketing email. */
const addressed = (text: string | null): string =>
  text === null || text === '' ? '{{ lm_postal_address }}' : `${text}\n{{ lm_postal_address }}`

function footerOf({ text: own, unsubscribe, preferences }: BlockOf<'footer'>, look: Look): string {
  const { muted } = look.colours
  const text = withBreaks(own ?? addressed(look.brand.footer))
  const links = [
    { href: '{{ unsubscribeUrl }}', words: unsubscribe },
    { href: '{{ manageUrl }}', words: preferences },
  ]
    .filter(({ words }) => words !== '')
    .map(({ href, words }) => `<a href="${href}" style="color: ${muted}">${inText(words)}</a>`)
  const lines = text === '' ? '' : `<span style="white-space: pre-line">${text}</span><br />`
  return `<mj-text align="center" font-size="13px" color="${muted}"${textClass(look, { isMuted: true })}>${lines}${links.join(' &nbsp;&middot;&nbsp; ')}</mj-text>`
}
