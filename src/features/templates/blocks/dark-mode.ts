// Emails in dark mode. Programs that let the email decide get dark colours by a media query; declaring both schemes keeps the
// others from inverting colours and photos themselves. An email that is dark by design stays as it is.
import type { BlockDocument, EmailBlock } from './blocks.schema.ts'
import { isLight, madeReadable } from './colours.ts'
import type { Look } from './look.ts'

const PAGE = '#121214'
const PANEL = '#1f1f23'
const TEXT = '#e4e4e7'
const MUTED = '#a1a1aa'
const LINE = '#3f3f46'

/** The class of a text, which decides its colour in dark mode. `own` is a colour that its block sets. */
export function textClass(
  look: Look,
  { own, isMuted = false }: { own?: string | null; isMuted?: boolean } = {},
): string {
  if (!look.isAdaptive) return ''
  if (typeof own === 'string') return ` css-class="${ownClass(own)}"`
  return ` css-class="${isMuted ? 'lm-muted' : 'lm-text'}"`
}

const ownClass = (colour: string): string => `lm-${colour.slice(1).toLowerCase()}`

export function darkModeHead(document: BlockDocument, look: Look): string[] {
  const scheme = [
    '    <mj-raw><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"></mj-raw>',
  ]
  if (!isLight(look.theme.panel)) return scheme
  return [...scheme, '    <mj-style>', ...darkStyles(document, look), '    </mj-style>']
}

function darkStyles(document: BlockDocument, { theme, colours }: Look): string[] {
  const text = (selector: string, colour: string) =>
    `        ${selector} div, ${selector} table { color: ${colour} !important; }`
  const link = madeReadable(colours.link, PANEL)
  const own = [
    ...new Set(
      [...(theme.heading === null ? [] : [colours.heading]), ...ownColours(document.blocks)].map((colour) =>
        colour.toLowerCase(),
      ),
    ),
  ]
  return [
    '      :root { color-scheme: light dark; supported-color-schemes: light dark; }',
    '      @media (prefers-color-scheme: dark) {',
    `        .lm-page, .lm-page > div { background-color: ${PAGE} !important; }`,
    `        .lm-panel, .lm-panel > table { background: ${PANEL} !important; background-color: ${PANEL} !important; }`,
    text('.lm-text', TEXT),
    text('.lm-muted', MUTED),
    ...own.map((colour) => text(`.${ownClass(colour)}`, madeReadable(colour, PANEL))),
    `        ${['lm-text', ...own.map(ownClass)].map((name) => `.${name} a`).join(', ')} { color: ${link} !important; }`,
    `        .lm-muted a { color: ${MUTED} !important; }`,
    `        .lm-line p { border-top-color: ${LINE} !important; }`,
    // Logos often have dark letters on a transparent ground, and HTML was written for a light one.
    `        .lm-logo img, .lm-html { background-color: ${theme.panel} !important; }`,
    '      }',
  ]
}

/** The colours that texts set themselves, in their order. */
const ownColours = (blocks: readonly EmailBlock[]): string[] =>
  blocks.flatMap((block) => {
    if (block.type === 'columns') return ownColours(block.columns.flat())
    const isText = block.type === 'heading' || block.type === 'text'
    return isText && block.color !== null ? [block.color] : []
  })
