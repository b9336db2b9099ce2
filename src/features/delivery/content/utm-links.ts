// Adds the UTM parameters of web analytics (utm_source and others) to the links of a body. Only to links with a literal
// scheme and host, so never to our own pages, and not to a link that has such a parameter already.
import { scanHtml } from '../../../platform/markup/html-scan.ts'
import type { Attribute } from '../../../platform/markup/html-scan.ts'
import { findPieces } from '../../../platform/markup/liquid-pieces.ts'
import type { Piece } from '../../../platform/markup/liquid-pieces.ts'
import { applyEdits } from './edits.ts'
import type { Edit } from './edits.ts'
import type { Utm } from './utm.schema.ts'

/** Everything else stays byte for byte. A body with too many tags to scan stays as it is. */
export function addUtm(html: string, utm: Utm): string {
  const tags = tagsOf(utm)
  if (tags === '') return html
  try {
    const pieces = findPieces(html)
    const edits = scanHtml(html, pieces).flatMap((event) =>
      event.type === 'open' && (event.name === 'a' || event.name === 'area')
        ? event.attributes.flatMap((attribute) => linkEdit(html, { attribute, tags }))
        : [],
    )
    return applyEdits(html, edits)
  } catch (error) {
    if (error instanceof RangeError) return html
    throw error
  }
}

/** The parameters as written in an attribute. */
function tagsOf(utm: Utm): string {
  return (['source', 'medium', 'campaign'] as const)
    .flatMap((name) => {
      const value = utm[name] ?? ''
      return value === '' ? [] : [`utm_${name}=${encodeURIComponent(value).replaceAll("'", '%27')}`]
    })
    .join('&amp;')
}

const WHOLE_HOST = /^\s*https?:\/\/[^/?#\\\s&]+(?:[/?#]|\s*$)/i
/** For the text before the first variable: the host must end within it. */
const FIXED_HOST = /^\s*https?:\/\/[^/?#\\\s&]+[/?#]/i
const TAGGED = /[?&;]utm_[a-z]+=/i

function linkEdit(html: string, { attribute, tags }: { attribute: Attribute; tags: string }): Edit[] {
  const { name, value, pieces } = attribute
  if (name !== 'href' || !value || pieces.some(({ kind }) => kind !== 'output')) return []
  if (value.quote !== '' && html[value.to] !== value.quote) return []
  const url = html.slice(value.from, value.to)
  const isWrittenOut = pieces[0]
    ? FIXED_HOST.test(html.slice(value.from, pieces[0].from))
    : WHOLE_HOST.test(url)
  if (!isWrittenOut || TAGGED.test(url)) return []
  const bare = withoutLiquid(html, value, pieces)
  const at = endOfQuery(bare)
  const written = url.slice(0, at) + separatorAfter(bare.slice(0, at)) + tags + url.slice(at)
  return [{ from: value.from, to: value.to, text: value.quote === '' ? `"${written}"` : written }]
}

/** The value with its Liquid replaced by letters of the same length. */
function withoutLiquid(
  html: string,
  { from, to }: { from: number; to: number },
  pieces: readonly Piece[],
): string {
  let bare = ''
  let at = from
  for (const piece of pieces) {
    bare += html.slice(at, piece.from) + 'x'.repeat(piece.to - piece.from)
    at = piece.to
  }
  return bare + html.slice(at, to)
}

/** Before the fragment, which begins with a # that is not part of a reference such as &#38;. */
function endOfQuery(bare: string): number {
  const fragment = bare.search(/(?<!&)#/)
  return fragment === -1 ? bare.trimEnd().length : fragment
}

function separatorAfter(before: string): string {
  if (!before.includes('?')) return '?'
  return /(?:\?|&|&amp;)$/.test(before) ? '' : '&amp;'
}
