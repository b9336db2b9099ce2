// Copies the rules of style blocks into style attributes, for email clients that drop style blocks. The source itself never
// passes through an HTML parser: juice computes the declarations of each tag from a skeleton of bare tags, and they are written
// into the source at the offsets of its tags. So only style attributes can change. The style blocks stay, for media queries
// and for clients that support them.
import { scanHtml } from '../../../platform/markup/html-scan.ts'
import type { Attribute, HtmlEvent, OpenTag } from '../../../platform/markup/html-scan.ts'
import { coverCss, planInlining } from './inline-plan.ts'
import type { InlinePlan } from './inline-plan.ts'
import { createTokens, findPieces } from '../../../platform/markup/liquid-pieces.ts'
import type { Tokens } from '../../../platform/markup/liquid-pieces.ts'

export type InlinedHtml = {
  html: string
  /** Why nothing was inlined, as the end of a sentence. */
  problem: string | undefined
  /** The number of elements without inlined styles. */
  skipped: number
}

const MARK = 'data-n'

export async function inlineCss(html: string, ownCss?: string): Promise<InlinedHtml> {
  try {
    return await tryToInline(html, ownCss)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { html, problem: 'the inliner cannot parse it', skipped: 0 }
  }
}

async function tryToInline(html: string, ownCss: string | undefined): Promise<InlinedHtml> {
  const unchanged = { html, problem: undefined, skipped: 0 }
  const events = scanHtml(html, findPieces(html))
  const css = ownCss ?? styleBlocks(html, events)
  if (css.trim() === '') return unchanged
  const tokens = createTokens(html, css)
  const covered = coverCss(css, tokens)
  const plan = planInlining(events, covered.text)
  const problem = covered.problem ?? plan.problem
  if (problem !== undefined) return { ...unchanged, problem }
  const styles = await computeStyles({ html, events, css: covered.text, plan })
  return { html: writeStyles(html, styles, tokens), problem: undefined, skipped: plan.skipped }
}

/** Leaves out blocks for other media than the screen, and those marked data-embed. */
function styleBlocks(html: string, events: readonly HtmlEvent[]): string {
  const blocks: string[] = []
  let isTaken = false
  for (const event of events) {
    if (event.type === 'open' && event.name === 'style') {
      const media = valueOf(html, event, 'media')
      isTaken =
        (media === undefined || /^\s*(?:all|screen)?\s*$/i.test(media)) &&
        !event.attributes.some(({ name }) => name === 'data-embed')
    }
    if (event.type === 'rawtext' && event.element === 'style' && isTaken) {
      blocks.push(html.slice(event.from, event.to))
    }
  }
  return blocks.join('\n')
}

const valueOf = (html: string, { attributes }: OpenTag, wanted: string): string | undefined => {
  const value = attributes.find(({ name }) => name === wanted)?.value
  return value && html.slice(value.from, value.to)
}

type Job = { html: string; events: readonly HtmlEvent[]; css: string; plan: InlinePlan }

async function computeStyles({ html, events, css, plan }: Job): Promise<Map<OpenTag, string>> {
  const tags: OpenTag[] = []
  const skeleton = events.map((event) => {
    if (event.type === 'close') return `</${event.name}>`
    if (event.type !== 'open') return ''
    const mark = plan.fixed.has(event) ? ` ${MARK}="${tags.push(event) - 1}"` : ''
    return `<${event.name}${mark}${bareAttributes(html, event)}>`
  })
  const computed = await applyRules(skeleton.join(''), css)
  const styles = new Map<OpenTag, string>()
  for (const event of scanHtml(computed, [])) {
    if (event.type !== 'open') continue
    const tag = tags[Number(valueOf(computed, event, MARK) ?? -1)]
    const style = valueOf(computed, event, 'style')
    if (tag && style !== undefined) styles.set(tag, style)
  }
  return styles
}

async function applyRules(html: string, css: string): Promise<string> {
  // Loaded here and not above: it is large, and only threads that prepare templates need it.
  const { default: juice } = await import('juice')
  try {
    return juice.inlineContent(html, css, {
      preserveImportant: true,
      applyWidthAttributes: false,
      applyHeightAttributes: false,
      applyAttributesTableElements: false,
    })
  } catch (error) {
    // The CSS may contain anything, and its parsers throw errors of any kind.
    throw new RangeError('this CSS cannot be parsed', { cause: error })
  }
}

/** Attributes for selectors. Without the style attribute, which follows the computed styles and so overrides them. */
function bareAttributes(html: string, { attributes }: OpenTag): string {
  return attributes
    .filter(({ name, pieces }) => name !== 'style' && pieces.length === 0 && /^[\w-]+$/.test(name))
    .map(({ name, value }) => ` ${name}="${value ? escapeQuotes(html.slice(value.from, value.to)) : ''}"`)
    .join('')
}

function writeStyles(html: string, styles: ReadonlyMap<OpenTag, string>, tokens: Tokens): string {
  const parts: string[] = []
  let at = 0
  for (const [tag, style] of styles) {
    const own = tag.attributes.find(({ name }) => name === 'style')
    const { from, to, text } = own ? joinStyle(html, own, style) : newStyle(tag, style)
    parts.push(html.slice(at, from), tokens.uncover(text))
    at = to
  }
  parts.push(html.slice(at))
  return parts.join('')
}

type Edit = { from: number; to: number; text: string }

const newStyle = ({ nameEnd }: OpenTag, style: string): Edit => ({
  from: nameEnd,
  to: nameEnd,
  text: ` style="${toAttribute(style, '"')}"`,
})

/** Precedes the element's own style: the later declaration wins, so the author's own still does. */
function joinStyle(html: string, { from, to, value }: Attribute, style: string): Edit {
  if (value === undefined || value.quote === '') {
    const own = value ? html.slice(value.from, value.to) : ''
    return { from, to, text: `style="${toAttribute(style, '"')} ${own}"` }
  }
  return { from: value.from, to: value.from, text: `${toAttribute(style, value.quote)} ` }
}

/** Escapes CSS for an attribute, where entities are decoded; in a style block they are not. */
const toAttribute = (css: string, quote: '"' | "'"): string => {
  const escaped = css.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return quote === '"' ? escapeQuotes(escaped) : escaped.replaceAll("'", '&#39;')
}

const escapeQuotes = (text: string): string => text.replaceAll('"', '&quot;')
