// MJML brings icons of its own, which lie on servers of others: whoever opened the email would tell these. Before the
// compiler runs, each learns what shall stand in its place; afterwards the images are taken out.
import type { OpenTag } from '../../../platform/markup/html-scan.ts'

const NETWORKS: Record<string, string> = { linkedin: 'LinkedIn', github: 'GitHub', youtube: 'YouTube' }

/**
 * An attribute for the icon of a network: its name as alternative text. An element with a text of its own needs none,
 * and no coloured ground for it either.
 */
export function instructIcon(source: string, { name, to, attributes }: OpenTag): string {
  if (name !== 'mj-social-element') return ''
  const find = (wanted: string) => attributes.find((attribute) => attribute.name === wanted)
  if (find('src') || find('alt')) return ''
  // What follows the tag right away is enough to know whether it holds anything.
  const isEmpty = source[to - 2] === '/' || /^\s*<\//.test(source.slice(to, to + 1000))
  if (!isEmpty) return find('background-color') ? '' : ' background-color="transparent"'
  const network = find('name')
  if (!network?.value || network.pieces.length > 0) return ''
  const label = source.slice(network.value.from, network.value.to).replace(/-noshare$/, '')
  const first = label[0]?.toUpperCase() ?? ''
  return /^[a-z-]+$/.test(label) ? ` alt="${NETWORKS[label] ?? first + label.slice(1)}"` : ''
}

// With the link around it, which has nothing to show without.
const FOREIGN_ICON =
  /(?:<a\b[^<>]*>\s*)?<img\b[^<>]*?\bsrc="https:\/\/(?:www\.mailjet\.com|i\.imgur\.com)\/[^"<>]*"[^<>]*>(?:\s*<\/a>)?/g
// White on the coloured ground that a network's icon has; its cell sets the size of type to zero.
const ICON_TEXT = 'font-family:Helvetica,Arial,sans-serif;font-size:13px;line-height:20px;white-space:nowrap;'

/** The alternative texts of icons from hosts that the author did not name, in place of the icons. */
export function dropForeignIcons(html: string, source: string): { html: string; count: number } {
  let count = 0
  const own = html.replace(FOREIGN_ICON, (icon) => {
    const [image = '', address = ''] = /<img\b[^>]*?\bsrc="([^"]*)"[^>]*>/.exec(icon) ?? []
    if (source.includes(address)) return icon
    count += 1
    const alt = /\balt="([^"]*)"/.exec(image)?.[1] ?? ''
    if (alt === '') return ''
    const colour = address.includes('mailjet') ? 'color:#ffffff;' : ''
    return icon.replace(image, () => `<span style="${colour}${ICON_TEXT}">${alt}</span>`)
  })
  return { html: own, count }
}
