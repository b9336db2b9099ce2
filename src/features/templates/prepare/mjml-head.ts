// Adds a language, a title and a color scheme to the head of compiled MJML, unless it has them. Screen readers choose their
// voice by the language and read the title aloud. The HTML may contain Liquid.
import { escapeLiterals, scan } from './preview-text.ts'
import { findPieces } from '../../../platform/markup/liquid-pieces.ts'

/** "Undetermined", which the compiler writes if `<mjml>` has no `lang`. */
const NO_LANGUAGE = /<html lang="und"/

const NO_TITLE = '<title></title>'

/**
 * The colours are made for a light background. `light` prevents a dark mode from changing only some of them, such as links
 * without a colour. Authors with styles for both declare it in an mj-raw of the head.
 */
const COLOR_SCHEME =
  '<meta name="color-scheme" content="light"><meta name="supported-color-schemes" content="light">'

/** Filled in for each email with the locale of the project. */
const LANGUAGE = '{{ lm_language }}'

export function completeHead(html: string, subject: string): string {
  const named = html.replace(NO_LANGUAGE, () => `<html lang="${LANGUAGE}"`)
  const hasScheme = scan(html).some(
    (event) =>
      event.type === 'open' &&
      event.name === 'meta' &&
      event.attributes.some(({ value }) => value && html.slice(value.from, value.to) === 'color-scheme'),
  )
  const title = named.indexOf(NO_TITLE)
  if (title === -1) return hasScheme ? named : named.replace('</title>', (end) => end + COLOR_SCHEME)
  const filled = `<title>${titleOf(subject)}</title>${hasScheme ? '' : COLOR_SCHEME}`
  return named.slice(0, title) + filled + named.slice(title + NO_TITLE.length)
}

const CHANGES_VARIABLES = new Set(['assign', 'capture', 'increment', 'decrement'])

/** A subject that sets variables would set them for the body, too. */
function titleOf(subject: string): string {
  const isSetting = findPieces(subject).some(({ name }) => CHANGES_VARIABLES.has(name))
  return isSetting ? '' : escapeLiterals(subject)
}

/** The hidden div of mj-preview, see HIDDEN in preview-text.ts. */
const PREVIEW = /(<div style="display:none;font-size:1px;[^"]*">)(?=\S)/

/** Adds a space before its text, for the reason given in withPreviewText. */
export const withBlankPreview = (html: string): string => html.replace(PREVIEW, '$1 ')
