// Reads the source and the HTML of an email for its checks: what clients do not show, where the places of the other checks
// are, and the links with a fixed address. Runs in a thread.
import { scanHtml } from '../../../platform/markup/html-scan.ts'
import type { HtmlEvent, OpenTag } from '../../../platform/markup/html-scan.ts'
import { findPieces } from '../../../platform/markup/liquid-pieces.ts'
import type { Piece } from '../../../platform/markup/liquid-pieces.ts'
import { placesIn } from '../../../platform/markup/places.ts'
import type { PlaceOf } from '../../../platform/markup/places.ts'
import { isBadLink } from '../../templates/index.ts'
import type { ContentToRead, ReadContent, FixedLink } from '../content-checks.threads.ts'
import { findUnsupported } from './client-support.ts'
import type { ContentProblem } from './finding.ts'
import { findFeatures, valueOf } from './html-features.ts'
import type { ScannedSource } from './html-features.ts'
import { suggestionFor } from './suggestions.ts'

type Scan = ScannedSource & { source: string }

export function readContent({ body, expanded, html, checks }: ContentToRead): ReadContent {
  const placeOf = placesIn(body)
  const written = scan(body)
  const whole = expanded === body ? written : scan(expanded)
  const own = findFeatures(written)
  const unsupported = findUnsupported({
    features: whole === written ? own : findFeatures(whole),
    written: own,
    placeOf,
    hasOutlookParts: /<!--\[if [^\]]*\b(?:mso|IE)\b/i.test(expanded),
  })
  const bare = bareImages(whole)
  const isCounted = checks.some(({ code }) => code === 'IMAGE_WITHOUT_ALT')
  return {
    findings: [
      ...checks.map((check): ContentProblem => ({
        ...check,
        suggestion: suggestionFor(check.code),
        line: lineOf(check.code, written, placeOf),
      })),
      ...(bare.length > 0 && !isCounted
        ? [withoutAlt(bare.length, firstLine(bareImages(written), placeOf))]
        : []),
      ...unsupported,
    ],
    links: fixedLinks(scan(html), { body, placeOf }),
  }
}

/** A source with too many tags has no events: its other checks say that it is too long. */
function scan(source: string): Scan {
  const pieces = findPieces(source)
  return { source, covered: cover(source, pieces), events: eventsOf(source, pieces) }
}

function eventsOf(source: string, pieces: readonly Piece[]): HtmlEvent[] {
  try {
    return scanHtml(source, pieces)
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

/** Blanks of the same length in place of Liquid. */
function cover(source: string, pieces: readonly Piece[]): string {
  const parts: string[] = []
  let done = 0
  for (const { from, to } of pieces) {
    parts.push(source.slice(done, from), ' '.repeat(to - from))
    done = to
  }
  return parts.join('') + source.slice(done)
}

/** The MJML compiler gives pictures without alt text an empty one, which hides that the author forgot it. */
const bareImages = ({ events }: Scan): number[] =>
  events.flatMap((event) =>
    event.type === 'open' &&
    isImage(event) &&
    event.loose.length === 0 &&
    !event.attributes.some(({ name }) => name === 'alt')
      ? [event.from]
      : [],
  )

/** An mj-image without an address sets the look of others. */
const isImage = ({ name, attributes }: OpenTag): boolean =>
  name === 'img' || (name === 'mj-image' && attributes.some((one) => one.name === 'src'))

const firstLine = ([first]: readonly number[], placeOf: PlaceOf): number | null =>
  first === undefined ? null : placeOf(first).line

const withoutAlt = (count: number, line: number | null): ContentProblem => ({
  code: 'IMAGE_WITHOUT_ALT',
  level: 'info',
  message: `${count === 1 ? '1 image has' : `${count} images have`} no alt text.`,
  suggestion: suggestionFor('IMAGE_WITHOUT_ALT'),
  line,
})

function lineOf(code: string, written: Scan, placeOf: PlaceOf): number | null {
  if (code === 'IMAGE_WITHOUT_ALT') return firstLine(bareImages(written), placeOf)
  if (code === 'LINK_NOT_HTTP') return firstLine(badLinks(written), placeOf)
  if (code !== 'FOREIGN_FONT') return null
  const place = written.covered.search(/@font-face|@import|<link\b|<mj-font\b/i)
  return place === -1 ? null : placeOf(place).line
}

const LINKS = new Set(['a', 'area', 'mj-button', 'mj-image', 'mj-social-element', 'mj-navbar-link'])

const badLinks = ({ source, events }: Scan): number[] =>
  events.flatMap((event) =>
    event.type === 'open' &&
    LINKS.has(event.name) &&
    event.attributes.some((attribute) => isBadLink(source, attribute))
      ? [event.from]
      : [],
  )

/** Without those that a variable completes. The line is that of the same address in the body. */
function fixedLinks(
  { source, events }: Scan,
  { body, placeOf }: { body: string; placeOf: PlaceOf },
): FixedLink[] {
  const links = new Map<string, FixedLink>()
  for (const event of events) {
    if (event.type !== 'open' || (event.name !== 'a' && event.name !== 'area')) continue
    const attribute = event.attributes.find(({ name }) => name === 'href')
    const href = valueOf(source, event, 'href')?.trim() ?? ''
    if (!attribute || attribute.pieces.length > 0 || !/^https?:\/\//i.test(href)) continue
    const url = decoded(href)
    if (links.has(url)) continue
    const at = body.indexOf(href)
    links.set(url, { url, line: at === -1 ? null : placeOf(at).line })
    if (links.size > MOST_LINKS) break
  }
  return [...links.values()]
}

// One more than are asked, which shows that there are more.
const MOST_LINKS = 50

/** The references that editors write into addresses. */
const decoded = (href: string): string => href.replaceAll(/&(?:amp|#38|#x26);/gi, '&')
