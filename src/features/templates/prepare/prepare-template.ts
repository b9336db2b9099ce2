// Prepares a template when it is saved: checks the syntax, compiles MJML, inlines CSS, generates a text part. Runs in a thread,
// because it may take long and must be possible to terminate. Sending only fills in variables.
import { compileTemplate } from '../../../platform/liquid/compile.ts'
import type { TemplateSource } from '../../../platform/liquid/compile.ts'
import { TemplateSyntaxError } from '../../../platform/liquid/template-errors.ts'
import { inlineCss } from './css-inline.ts'
import { compileMjml } from './mjml-compile.ts'
import { completeHead, withBlankPreview } from './mjml-head.ts'
import { isMjml } from './mjml-source.ts'
import { checkPreviewText, withPreviewText } from './preview-text.ts'
import { checkTemplate, notInlined } from './template-checks.ts'
import type { Check } from './template-checks.ts'
import { placesIn } from '../../../platform/markup/places.ts'
import { bodyError, toSyntaxError } from '../template-syntax.ts'
import { couponKeysOf } from '../coupon-variables.ts'
import { readFromName } from './from-name.ts'
import { generateTextPart } from './text-part.ts'
import { expandParts } from '../partials/expand-parts.ts'
import type { PartialSet } from '../partials/expand-partials.ts'

export type TemplateInput = {
  subject: string
  body: string
  text: string | null
  type: string
  /** The line that inboxes show after the subject, with Liquid. */
  previewText?: string | null
  /** The name of the sender, with Liquid. */
  fromName?: string | null
  /** The partials that body and text name. */
  partials?: PartialSet
}
export type PreparedTemplate = {
  html: string
  text: string
  variables: readonly string[]
  isPlain: boolean
  checks: Check[]
}

/** @throws AppError TEMPLATE_SYNTAX with a position in the author's source */
export async function prepareTemplate(input: TemplateInput): Promise<PreparedTemplate> {
  const { subject, type, previewText, fromName } = input
  const { body, text, writtenIn } = expandParts(input, input.partials)
  try {
    // Parses the author's source first, so that errors have positions in it.
    compileTemplate({ subject, html: body, text: text ?? '' })
    if (typeof previewText === 'string') checkPreviewText(previewText)
    const sender = readFromName(fromName)
    const { html: generated, checks } = await generateHtml(body, subject)
    const textPart = text ?? (await generateText({ subject, html: generated, text: '' }, checks))
    const html = typeof previewText === 'string' ? withPreviewText(generated, previewText) : generated
    const { variables: named, isPlain } = compileTemplate({ subject, html, text: textPart })
    const variables = [...new Set([...named, ...sender.variables])].toSorted()
    checkCouponLists(variables)
    const found = checkTemplate({ html, type })
    return {
      html,
      text: textPart,
      variables: variables.filter((name) => !isServiceVariable(name)),
      isPlain,
      checks: [...checks, ...found],
    }
  } catch (error) {
    throw toSyntaxError(error, writtenIn)
  }
}

// Each is a few statements for every batch of emails.
const MOST_COUPON_LISTS = 5

function checkCouponLists(variables: readonly string[]): void {
  const keys = couponKeysOf(variables)
  if (keys.length <= MOST_COUPON_LISTS) return
  throw bodyError(`an email can name at most ${MOST_COUPON_LISTS} coupon lists, not ${keys.length}`, {
    line: 1,
    column: 1,
  })
}

const isServiceVariable = (name: string): boolean => name.startsWith('lm_')

type GeneratedHtml = { html: string; checks: Check[] }

async function generateHtml(body: string, subject: string): Promise<GeneratedHtml> {
  const source = body.replace(/^\uFEFF/, '')
  if (!isMjml(body)) {
    const misplaced = body.search(/<mjml[\s>]/i)
    if (misplaced === -1) return inlineStyles(source, subject)
    throw bodyError(
      'MJML has to be the whole body: only comments may stand before <mjml>',
      placesIn(body)(misplaced),
    )
  }
  const compiled = await compileMjml(source)
  const generated = { ...compiled, html: completeHead(withBlankPreview(compiled.html), subject) }
  if (isReadable({ subject, html: generated.html, text: '' })) return generated
  throw bodyError(
    'the HTML compiled from this MJML is too long, or MJML cannot handle the Liquid in an attribute',
    { line: 1, column: 1 },
  )
}

/** CSS that cannot be inlined safely stays in its style block, which many email clients support. */
async function inlineStyles(body: string, subject: string): Promise<GeneratedHtml> {
  if (!/<style[\s>]/i.test(body)) return { html: body, checks: [] }
  const { html, problem, skipped } = await inlineCss(body)
  if (problem !== undefined) return { html: body, checks: [notInlined(problem)] }
  if (!isReadable({ subject, html, text: '' })) {
    return { html: body, checks: [notInlined('it would grow too long')] }
  }
  return { html, checks: skipped === 0 ? [] : [partlyInlined(skipped)] }
}

const partlyInlined = (count: number): Check => ({
  code: 'CSS_PARTLY_INLINED',
  level: 'info',
  message: `The CSS was not inlined into ${count === 1 ? '1 element' : `${count} elements`} whose attributes Liquid decides.`,
})

async function generateText(source: TemplateSource, checks: Check[]): Promise<string> {
  try {
    const text = await generateTextPart(source.html)
    if (isReadable({ ...source, text })) return text
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  checks.push({
    code: 'NO_TEXT_PART',
    level: 'warning',
    message: 'No text part could be generated from this body; provide one in text.',
  })
  return ''
}

function isReadable(source: TemplateSource): boolean {
  try {
    compileTemplate(source)
    return true
  } catch (error) {
    if (error instanceof TemplateSyntaxError) return false
    throw error
  }
}
