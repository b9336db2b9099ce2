// Fills the items of a feed into the texts of a campaign; the rest of their Liquid stays for each recipient. Runs in a thread.
import { compileTemplate } from '../../../../platform/liquid/compile.ts'
import { TemplateRenderError, TemplateSyntaxError } from '../../../../platform/liquid/template-errors.ts'
import { createTokens } from '../../../../platform/markup/liquid-pieces.ts'
import type { Tokens } from '../../../../platform/markup/liquid-pieces.ts'
import type { FeedDocument, FeedFilling, FeedText } from './feed.threads.ts'
import { coverKept, MixedLiquidError } from './stage-liquid.ts'

/**
 * Stands for an opening brace of the feed, because the text is Liquid once more: a feed could otherwise read the data of
 * contacts. A private character, so that filters count it as one.
 */
const BRACE = '\uE9AB'
const PRINTED_BRACE = '{{ "{" }}'

export function fillFeed({ texts, feed }: { texts: FeedText[]; feed: FeedDocument }): FeedFilling {
  const values = { feed: withoutBraces(feed) }
  const tokens = createTokens(...texts.map(({ source }) => source), JSON.stringify(feed))
  const filled: string[] = []
  for (const text of texts) {
    try {
      filled.push(fillText(text, { values, tokens }))
    } catch (error) {
      const isOfAuthor =
        error instanceof MixedLiquidError ||
        error instanceof TemplateSyntaxError ||
        error instanceof TemplateRenderError
      if (!isOfAuthor) throw error
      return { ok: false, field: text.field, reason: error.message }
    }
  }
  return { ok: true, texts: filled }
}

type FillInput = { values: Record<string, unknown>; tokens: Tokens }

function fillText({ source, isHtml }: FeedText, { values, tokens }: FillInput): string {
  const covered = coverKept(source, tokens)
  const parts = isHtml ? { subject: '', html: covered, text: '' } : { subject: covered, html: '', text: '' }
  const rendered = compileTemplate(parts).render(values)
  const output = isHtml ? rendered.html.toString() : rendered.subject
  return tokens.uncover(output).replaceAll(BRACE, PRINTED_BRACE)
}

function withoutBraces<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll(BRACE, '').replaceAll('{', BRACE) as T
  if (Array.isArray(value)) return value.map(withoutBraces) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withoutBraces(one as unknown)]),
  ) as T
}
