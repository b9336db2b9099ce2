// Compiles MJML to HTML, with its Liquid intact. The compiler reads no files (includes are refused before it runs), and the
// result loads nothing from servers that the author did not name: the default fonts and icons of MJML are left out.
import { inlineCss } from './css-inline.ts'
import { createTokens } from '../../../platform/markup/liquid-pieces.ts'
import type { Tokens } from '../../../platform/markup/liquid-pieces.ts'
import { dropForeignIcons } from './mjml-icons.ts'
import { coverMjml } from './mjml-source.ts'
import type { CoveredMjml } from './mjml-source.ts'
import { notInlined } from './template-checks.ts'
import type { Check } from './template-checks.ts'
import { bodyError } from '../template-syntax.ts'

export type CompiledMjml = { html: string; checks: Check[] }

/** @throws AppError TEMPLATE_SYNTAX */
export async function compileMjml(source: string): Promise<CompiledMjml> {
  const tokens = createTokens(source)
  const covered = coverMjml(source, tokens)
  const compiled = await runCompiler(covered, tokens)
  const lost = findLost(compiled, { source, covered, tokens })
  const { html, count } = dropForeignIcons(compiled, source)
  const styled = await applyInlineStyles(tokens.uncover(html), covered.inlineCss)
  return { html: styled.html, checks: [...checksOf(covered, { lost, iconCount: count }), ...styled.checks] }
}

/** Takes half a second and 106 MB, so it runs only in threads, and only for MJML. */
export async function loadMjml() {
  const { default: mjml2html } = await import('mjml')
  return mjml2html
}

async function runCompiler(covered: CoveredMjml, tokens: Tokens): Promise<string> {
  const mjml2html = await loadMjml()
  const compiling = mjml2html(covered.text, { fonts: {}, ignoreIncludes: true, validationLevel: 'soft' })
  const { html, errors } = await compiling.catch((error: unknown) => {
    const message = error instanceof RangeError ? 'the MJML is nested too deeply' : String(error)
    throw bodyError(message, { line: 1, column: 1 })
  })
  refuseErrors(errors, covered, tokens)
  return html
}

// More would not fit into an error message, and fixing the first often fixes others.
const MOST_ERRORS = 5

function refuseErrors(
  errors: readonly { line: number; message: string; tagName: string }[],
  { lines, tags, placeOf }: CoveredMjml,
  tokens: Tokens,
): void {
  const real = errors.filter(
    // The Liquid of an attribute has no value yet, and a missing title is only a hint.
    ({ message }) => message.search(tokens.pattern) === -1 && !message.includes('mj-title'),
  )
  const [first, ...more] = real.slice(0, MOST_ERRORS).map((error) => {
    const line = (lines[error.line - 1] ?? 0) + 1
    const tag = tags.find(({ name, from }) => name === error.tagName && placeOf(from).line === line)
    return {
      place: tag ? placeOf(tag.from) : { line, column: 1 },
      message: `<${error.tagName}> ${error.message}`,
    }
  })
  if (!first) return
  const rest = more.map(({ place, message }) => `; line ${place.line}, column ${place.column}: ${message}`)
  throw bodyError(first.message + rest.join(''), first.place)
}

type Word = CoveredMjml['words'][number]
type Work = { source: string; covered: CoveredMjml; tokens: Tokens }

/**
 * Refuses content that the compiler dropped, which would be missing in every email, and Liquid in attributes that it
 * calculates with. A dropped attribute is returned, for a warning.
 */
function findLost(html: string, { source, covered, tokens }: Work): Word | undefined {
  const { words, placeOf } = covered
  const kept = new Set(html.match(tokens.pattern))
  const lost = words.filter(({ word }) => !kept.has(word))
  const content = lost.find(({ isAttribute }) => !isAttribute)
  if (content) {
    const { text, from } = content.piece
    throw bodyError(`MJML drops ${text} here; put it into mj-raw or mj-text`, placeOf(from))
  }
  if (/\bNaN/.test(html) && !/\bNaN/.test(source)) {
    const suspect = words.find(({ isAttribute }) => isAttribute)
    throw bodyError(
      'MJML calculates with widths, paddings and borders: Liquid cannot fill these attributes',
      placeOf(suspect?.piece.from ?? 0),
    )
  }
  return lost[0]
}

async function applyInlineStyles(html: string, css: string): Promise<CompiledMjml> {
  if (css.trim() === '') return { html, checks: [] }
  const { html: inlined, problem } = await inlineCss(html, css)
  if (problem === undefined) return { html: inlined, checks: [] }
  const block = html.replace('</head>', () => `<style type="text/css">${css}</style></head>`)
  return { html: block, checks: [notInlined(problem)] }
}

type Outcome = { lost: Word | undefined; iconCount: number }

function checksOf({ lostText, placeOf }: CoveredMjml, { lost, iconCount }: Outcome): Check[] {
  const checks: Check[] = []
  if (lostText) {
    checks.push({
      code: 'MJML_TEXT_DROPPED',
      level: 'warning',
      message: `Line ${lostText.line}: text between components is not shown; put it into mj-text.`,
    })
  }
  if (lost) {
    checks.push({
      code: 'MJML_LIQUID_DROPPED',
      level: 'warning',
      message: `Line ${placeOf(lost.piece.from).line}: MJML ignores this attribute, with ${lost.piece.text} in it.`,
    })
  }
  if (iconCount > 0) {
    checks.push({
      code: 'MJML_DEFAULT_ICONS',
      level: 'warning',
      message:
        'The default icons of MJML are on third-party servers and were replaced by text. Set your own URLs (src, icon-wrapped-url, left-icon).',
    })
  }
  return checks
}
