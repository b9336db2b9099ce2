// Liquid in the name of a sender. It is one short line, so parsing it needs no thread; rendering it may.
import { AppError } from '../../../platform/errors.ts'
import { compileTemplate } from '../../../platform/liquid/compile.ts'
import { hasLiquid } from '../../../platform/liquid/literal.ts'
import { TemplateSyntaxError } from '../../../platform/liquid/template-errors.ts'

type ReadName = { variables: readonly string[]; isPlain: boolean }

const NOTHING: ReadName = { variables: [], isPlain: true }

/** @throws AppError TEMPLATE_SYNTAX */
export function readFromName(name: string | null | undefined): ReadName {
  if (!name || !hasLiquid(name)) return NOTHING
  try {
    return compileTemplate({ subject: name, html: '', text: '' })
  } catch (error) {
    if (!(error instanceof TemplateSyntaxError)) throw error
    throw new AppError('TEMPLATE_SYNTAX', {
      message: `name of the sender, column ${error.column}: ${error.message}`,
      cause: error,
    })
  }
}

// The limit of a name without Liquid; inboxes cut longer ones.
const LONGEST = 100

/** Makes a rendered name fit for a header: one line of limited length. */
export function shownFromName(filled: string): string | null {
  const line = filled.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  if (line === '') return null
  // Removes half of a surrogate pair at the end.
  return line.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')
}
