import { AppError } from '../../platform/errors.ts'
import { TemplateRenderError } from '../../platform/liquid/template-render-error.ts'
import { TemplateSyntaxError } from '../../platform/liquid/template-syntax-error.ts'
import type { Place } from '../../platform/markup/places.ts'
import { ThreadMemoryError, ThreadTimeoutError } from '../../platform/threads/thread-errors.ts'

// The API fields of the parts of a template.
const FIELD_OF = { subject: 'subject', html: 'body', text: 'text' } as const

export function bodyError(message: string, { line, column }: Place): AppError {
  return new AppError('TEMPLATE_SYNTAX', { message: `body, line ${line}, column ${column}: ${message}` })
}

/** Turns an error of Liquid into an AppError; returns others unchanged. */
export function toSyntaxError(error: unknown): unknown {
  // Its line and column refer to the prepared parts, which the author never saw.
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

/** A thread that exceeds its limits means a faulty template; returns other errors unchanged. */
export function toTemplateError(error: unknown): unknown {
  if (!(error instanceof ThreadTimeoutError) && !(error instanceof ThreadMemoryError)) return error
  return new AppError('TEMPLATE_SYNTAX', {
    message: `The template ${error instanceof ThreadTimeoutError ? 'takes too long' : 'needs too much memory'}.`,
    suggestion: 'Shorten it, or remove loops and nesting.',
    cause: error,
  })
}
