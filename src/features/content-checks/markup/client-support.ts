// Says which email clients do not show what an email uses: one finding per feature that readers would miss, and one for all
// decoration together. A finding is a warning only if a large client loses content or layout.
import type { PlaceOf } from '../../../platform/markup/places.ts'
import { CLIENT_SUPPORT, EMAIL_CLIENTS } from './caniemail.values.ts'
import type { ContentProblem } from './finding.ts'

type Loss = {
  /** Readers miss it: content or the layout is worth a warning, the look a hint. */
  of: 'content' | 'layout' | 'look'
  advice: string
}

const TABLES = 'Build columns with tables, or with mj-section and mj-column of MJML.'
const FORMS = 'Link to a page with the form.'
const STYLES = 'Copy the styles into a style block of the email.'
const FORMAT = 'Use PNG, JPEG or GIF.'
const EXPLICIT = 'Write the value itself, or write it first and this one after it.'

const LOSSES: Readonly<Record<string, Loss>> = {
  'css-display-flex': { of: 'layout', advice: TABLES },
  'css-display-grid': { of: 'layout', advice: TABLES },
  'css-float': { of: 'layout', advice: `For pictures, use the attribute align. ${TABLES}` },
  'css-position': { of: 'layout', advice: 'Place elements in the cells of a table.' },
  'css-column-count': { of: 'layout', advice: TABLES },
  'css-column-layout-properties': { of: 'look', advice: TABLES },
  'css-transform': { of: 'look', advice: 'Draw it as a picture.' },
  'css-clip-path': { of: 'look', advice: 'Draw it as a picture.' },
  'css-variables': { of: 'layout', advice: EXPLICIT },
  'css-unit-calc': { of: 'look', advice: EXPLICIT },
  'css-function-clamp': { of: 'look', advice: EXPLICIT },
  'css-function-min': { of: 'look', advice: EXPLICIT },
  'css-function-max': { of: 'look', advice: EXPLICIT },
  'css-function-light-dark': { of: 'look', advice: EXPLICIT },
  'css-modern-color': { of: 'look', advice: 'Write colours as #rrggbb.' },
  'css-unit-rem': { of: 'look', advice: 'Write sizes in px.' },
  'css-nesting': { of: 'layout', advice: 'Write each rule with its whole selector.' },
  'css-at-import': { of: 'layout', advice: STYLES },
  'html-link': { of: 'layout', advice: STYLES },
  'css-at-font-face': { of: 'look', advice: 'Name a common font after your own in font-family.' },
  'css-background-image': {
    of: 'look',
    advice:
      'Give the element a background colour on which its text is readable, or use mj-section or mj-hero.',
  },
  'css-pseudo-element-before': { of: 'look', advice: 'Write the content into the body.' },
  'css-pseudo-element-after': { of: 'look', advice: 'Write the content into the body.' },
  'css-pseudo-class-checked': {
    of: 'content',
    advice: 'Show everything without a click, or link to a page.',
  },
  'html-video': { of: 'content', advice: 'Link a picture of the video to a page that plays it.' },
  'html-audio': { of: 'content', advice: 'Link to a page that plays it.' },
  'html-form': { of: 'content', advice: FORMS },
  'html-input-text': { of: 'content', advice: FORMS },
  'html-input-checkbox': { of: 'content', advice: FORMS },
  'html-input-radio': { of: 'content', advice: FORMS },
  'html-input-submit': { of: 'content', advice: FORMS },
  'html-select': { of: 'content', advice: FORMS },
  'html-textarea': { of: 'content', advice: FORMS },
  'html-object': { of: 'content', advice: 'Link to a page that shows it.' },
  'html-dialog': { of: 'content', advice: 'Show the content in the body.' },
  'html-svg': { of: 'content', advice: FORMAT },
  'html-meter': { of: 'content', advice: 'Write the figure as text.' },
  'html-progress': { of: 'content', advice: 'Write the figure as text.' },
  'image-svg': { of: 'content', advice: FORMAT },
  'image-webp': { of: 'content', advice: FORMAT },
  'image-avif': { of: 'content', advice: FORMAT },
  'image-heif': { of: 'content', advice: FORMAT },
  'image-tiff': { of: 'content', advice: FORMAT },
  'image-ico': { of: 'content', advice: FORMAT },
  'image-mp4': { of: 'content', advice: FORMAT },
  'image-base64': { of: 'content', advice: 'Upload the picture and link to it.' },
}

/** Removed by every client, so caniemail does not list them. */
const REMOVED: Readonly<Record<string, { title: string; advice: string }>> = {
  'html-script': { title: '<script>', advice: 'Remove it: filters take emails with scripts for an attack.' },
  'html-iframe': { title: '<iframe>', advice: 'Link to the page instead.' },
}

/** Decoration, or help for clients that understand it: the email is the same without it. */
const HARMLESS = new Set(
  `css-align-items css-justify-content css-flex-direction css-flex-wrap css-gap css-grid-template css-z-index css-inset
  css-cursor css-user-select css-resize css-hyphens css-orphans css-widows css-tab-size css-font-kerning css-text-wrap
  css-color-scheme css-transition css-animation css-at-supports css-outline css-outline-offset css-overflow css-word-break
  css-overflow-wrap css-word-wrap css-box-sizing css-table-layout css-border-spacing css-height css-min-height
  css-max-height css-white-space css-clear css-accent-color css-scroll-snap css-text-underline-offset
  css-text-decoration-thickness css-background-position css-background-repeat css-background-size
  css-border-radius css-background-origin css-text-decoration-skip-ink`.split(/\s+/),
)

/** Where a loss concerns many readers. */
const LARGE: readonly string[] = [
  'Gmail',
  'Apple Mail',
  'Outlook for Windows (classic)',
  'Outlook.com and the new Outlook',
]
const CLASSIC = 'Outlook for Windows (classic)'

type Uses = {
  /** The first place of each feature in the body with its partials. */
  features: ReadonlyMap<string, number>
  /** Those in the body alone. */
  written: ReadonlyMap<string, number>
  placeOf: PlaceOf
  /** Whether the source has parts of its own for the classic Outlook. */
  hasOutlookParts: boolean
}

export function findUnsupported({ features, written, placeOf, hasOutlookParts }: Uses): ContentProblem[] {
  const findings: ContentProblem[] = []
  const minor: { slug: string; title: string }[] = []
  const lineOf = (slug: string) => {
    const offset = written.get(slug)
    return offset === undefined ? null : placeOf(offset).line
  }
  for (const slug of features.keys()) {
    const loss = LOSSES[slug]
    const removed = REMOVED[slug]
    const support = supportOf(slug)
    if (removed) findings.push(removedBy({ ...removed, line: lineOf(slug) }))
    else if (support && loss) {
      const clients = support.unsupported
      const isCovered = clients.length === 1 && clients[0] === CLASSIC && hasOutlookParts
      const isGrave = loss.of !== 'look' && !isCovered && clients.some((name) => LARGE.includes(name))
      findings.push(unsupported({ ...support, ...loss, isGrave, line: lineOf(slug) }))
    } else if (support && support.isWhole && !HARMLESS.has(slug)) minor.push({ slug, title: support.title })
  }
  return [...findings, ...decoration(minor, lineOf)]
}

type Support = {
  title: string
  /** The names of the clients, with those of which some versions show it. */
  unsupported: string[]
  named: string[]
  /** Whether at least one client does not show it at all. */
  isWhole: boolean
}

/** Undefined if all clients show the feature. */
export function supportOf(slug: string): Support | undefined {
  const [letters = '', title = ''] = CLIENT_SUPPORT[slug] ?? []
  const unsupported: string[] = []
  const named: string[] = []
  for (const [index, name] of EMAIL_CLIENTS.entries()) {
    const letter = letters[index]
    if (letter !== 'n' && letter !== 's') continue
    unsupported.push(name)
    named.push(letter === 'n' ? name : `some versions of ${name}`)
  }
  return named.length === 0 ? undefined : { title, unsupported, named, isWhole: letters.includes('n') }
}

type UnsupportedFeature = Support & Loss & { isGrave: boolean; line: number | null }

const unsupported = ({ title, named, of, advice, isGrave, line }: UnsupportedFeature): ContentProblem => ({
  code: 'CLIENT_SUPPORT',
  level: isGrave ? 'warning' : 'info',
  message: `${title} is not supported by ${listed(named)}: ${MISSED[of]}.`,
  suggestion: advice,
  line,
})

const MISSED = {
  content: 'their readers do not see it',
  layout: 'the layout looks different there',
  look: 'the email looks plainer there',
} as const

const removedBy = ({
  title,
  advice,
  line,
}: {
  title: string
  advice: string
  line: number | null
}): ContentProblem => ({
  code: 'CLIENT_SUPPORT',
  level: 'warning',
  message: `${title} is removed by every email client.`,
  suggestion: advice,
  line,
})

// Enough to recognize them.
const MOST_NAMED = 8

function decoration(
  minor: readonly { slug: string; title: string }[],
  lineOf: (slug: string) => number | null,
): ContentProblem[] {
  const [first] = minor
  if (!first) return []
  const titles = minor.slice(0, MOST_NAMED).map(({ title }) => title)
  const rest = minor.length - titles.length
  return [
    {
      code: 'CLIENT_SUPPORT_DECORATION',
      level: 'info',
      message: `Some email clients ignore ${listed(rest > 0 ? [...titles, `${rest} more`] : titles)}.`,
      suggestion: 'Nothing to do if the email is readable without it.',
      line: lineOf(first.slug),
    },
  ]
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
