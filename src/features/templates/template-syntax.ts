import { AppError } from '../../platform/errors.ts'
import { TemplateRenderError } from '../../platform/liquid/template-render-error.ts'
import { TemplateSyntaxError } from '../../platform/liquid/template-syntax-error.ts'
import { ThreadMemoryError, ThreadTimeoutError } from '../../platform/threads/thread-errors.ts'

export type Place = { line: number; column: number }
export type PlaceOf = (offset: number) => Place

/** Line and column of an offset, both from 1; columns count UTF-16 code units, as editors do. */
export function placesIn(source: string): PlaceOf {
  const starts = [0]
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}

// The parts of a template by the names of the fields that callers write them into.
const FIELD_OF = { subject: 'subject', html: 'body', text: 'text' } as const

/** What is wrong with the body, and where. */
export function bodyError(message: string, { line, column }: Place): AppError {
  return new AppError('TEMPLATE_SYNTAX', { message: `body, line ${line}, column ${column}: ${message}` })
}

/** Liquid's complaint as ours; anything else as it is. */
export function toSyntaxError(error: unknown): unknown {
  // Its place is one in the prepared parts, which the author never saw.
  if (error instanceof TemplateRenderError) {
    return new AppError('TEMPLATE_SYNTAX', {
      message: `${FIELD_OF[error.part]} cannot be rendered: ${error.message}`,
      suggestion: 'Make loops shorter, or send less data.',
      cause: error,
    })
  }
  if (!(error instanceof TemplateSyntaxError)) return error
  const { part, line, column, message } = error
  return new AppError('TEMPLATE_SYNTAX', {
    message: `${FIELD_OF[part]}, line ${line}, column ${column}: ${message}`,
    cause: error,
  })
}

/** What ends a thread is a fault of the template; anything else is as it was. */
export function fromThread(error: unknown): unknown {
  if (!(error instanceof ThreadTimeoutError) && !(error instanceof ThreadMemoryError)) return error
  return new AppError('TEMPLATE_SYNTAX', {
    message: `The template ${error instanceof ThreadTimeoutError ? 'takes too long' : 'needs too much memory'}.`,
    suggestion: 'Make it shorter, or take loops and nesting out of it.',
    cause: error,
  })
}
