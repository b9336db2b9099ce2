// Replaces the default icons of MJML, which are on third-party servers: opening the email would be visible to these. Before the
// compiler runs, each icon gets an alternative text; afterwards the images are removed.
import type { OpenTag } from '../../../platform/markup/html-scan.ts'

const NETWORKS: Record<string, string> = { linkedin: 'LinkedIn', github: 'GitHub', youtube: 'YouTube' }

/**
 * An attribute for the icon of a network: its name as alternative text. An element with its own text needs neither that nor
 * a coloured background.
 */
export function iconAttribute(source: string, { name, to, attributes }: OpenTag): string {
  if (name !== 'mj-social-element') return ''
  const find = (wanted: string) => attributes.find((attribute) => attribute.name === wanted)
  if (find('src') || find('alt')) return ''
  // The next characters show whether the element is empty.
  const isEmpty = source[to - 2] === '/' || /^\s*<\//.test(source.slice(to, to + 1000))
  if (!isEmpty) return find('background-color') ? '' : ' background-color="transparent"'
  const network = find('name')
  if (!network?.value || network.pieces.length > 0) return ''
  const label = source.slice(network.value.from, network.value.to).replace(/-noshare$/, '')
  const first = label[0]?.toUpperCase() ?? ''
  return /^[a-z-]+$/.test(label) ? ` alt="${NETWORKS[label] ?? first + label.slice(1)}"` : ''
}

// Includes the link around it, which is empty without the icon.
const FOREIGN_ICON =
  /(?:<a\b[^<>]*>\s*)?<img\b[^<>]*?\bsrc="https:\/\/(?:www\.mailjet\.com|i\.imgur\.com)\/[^"<>]*"[^<>]*>(?:\s*<\/a>)?/g
// White on the coloured background of a network's icon; its cell sets the font size to zero.
const ICON_TEXT = 'font-family:Helvetica,Arial,sans-serif;font-size:13px;line-height:20px;white-space:nowrap;'

/** Replaces icons from hosts that the author did not name by their alternative texts. */
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
