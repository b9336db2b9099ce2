import { AppError } from '../../platform/errors.ts'
import { TemplateRenderError } from '../../platform/liquid/template-render-error.ts'
import { TemplateSyntaxError } from '../../platform/liquid/template-syntax-error.ts'
import type { Place } from '../../platform/markup/places.ts'
import { ThreadMemoryError, ThreadTimeoutError } from '../../platform/threads/thread-errors.ts'

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
