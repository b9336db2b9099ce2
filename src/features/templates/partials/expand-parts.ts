// The body and the text of an email with their partials, and where a mistake in the result was written.
import { AppError } from '../../../platform/errors.ts'
import type { TemplatePart } from '../../../platform/liquid/template-errors.ts'
import { writtenAt } from '../template-syntax.ts'
import type { WrittenIn } from '../template-syntax.ts'
import { expandPartials, placeIn } from './expand-partials.ts'
import type { ExpandedText, Origin, PartialSet } from './expand-partials.ts'
import { PartialProblem } from './partial-tags.ts'

export type ExpandedParts = { body: string; text: string | null; writtenIn: WrittenIn }

const NONE: PartialSet = { bodies: {}, known: [] }

const FIELD_OF = { subject: 'subject', html: 'body', text: 'text' } as const

/** @throws AppError TEMPLATE_SYNTAX */
export function expandParts(
  parts: { body: string; text: string | null },
  set: PartialSet = NONE,
): ExpandedParts {
  const body = expandPart('html', parts.body, set)
  const text = parts.text === null ? null : expandPart('text', parts.text, set)
  const expanded: Partial<Record<TemplatePart, ExpandedText>> = { html: body, ...(text && { text }) }
  return {
    body: body.text,
    text: text && text.text,
    writtenIn: (part, place) =>
      wordsOf(FIELD_OF[part], expanded[part]?.originOf(place) ?? { key: null, ...place }),
  }
}

function expandPart(part: 'html' | 'text', source: string, set: PartialSet): ExpandedText {
  try {
    return expandPartials(source, set)
  } catch (error) {
    if (!(error instanceof PartialProblem)) throw error
    const origin = placeIn(error, { source, bodies: set.bodies })
    throw new AppError('TEMPLATE_SYNTAX', { message: `${wordsOf(FIELD_OF[part], origin)}: ${error.message}` })
  }
}

const wordsOf = (field: string, { key, ...place }: Origin): string =>
  writtenAt(key === null ? field : `partial "${key}"`, place)
