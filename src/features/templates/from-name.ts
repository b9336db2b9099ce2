// Liquid in the name of a sender. It is as short as a line, so reading it needs no thread; rendering it may.
import { AppError } from '../../platform/errors.ts'
import { compileTemplate } from '../../platform/liquid/compile.ts'
import { hasLiquid } from '../../platform/liquid/literal.ts'
import { TemplateSyntaxError } from '../../platform/liquid/template-syntax-error.ts'

type ReadName = { variables: readonly string[]; isPlain: boolean }

const NOTHING: ReadName = { variables: [], isPlain: true }

/** What it names, and whether it holds variables only. @throws AppError TEMPLATE_SYNTAX */
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

// As long as a name may be that is written out: longer ones are cut by every inbox.
const LONGEST = 100

/** A name that was filled in, as a header takes it: one line without a break, and no longer than a name may be. */
export function shownFromName(filled: string): string | null {
  const line = filled.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  if (line === '') return null
  // Half of a character at the end is none.
  return line.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')
}
