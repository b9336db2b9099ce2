import { AppError } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { TemplateRenderError, TemplateSyntaxError } from '../../platform/liquid/template-errors.ts'
import type { Place } from '../../platform/markup/places.ts'
import { ThreadMemoryError, ThreadTimeoutError } from '../../platform/threads/thread-errors.ts'
import type { ThreadPool } from '../../platform/threads/thread-pool.ts'
import type { ThreadTask } from '../../platform/threads/thread-task.ts'

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

type TaskRun<Input, Output> = { task: ThreadTask<Input, Output>; input: Input; projectId: ProjectId }

/** Runs a task that handles a template. @throws AppError TEMPLATE_SYNTAX if it exceeds its limits, as only a faulty one does */
export async function runTemplateTask<Input, Output>(
  threads: ThreadPool,
  { task, input, projectId }: TaskRun<Input, Output>,
): Promise<Output> {
  try {
    return await threads.run(task, input, { lane: projectId })
  } catch (error) {
    if (!(error instanceof ThreadTimeoutError) && !(error instanceof ThreadMemoryError)) throw error
    throw new AppError('TEMPLATE_SYNTAX', {
      message: `The template ${error instanceof ThreadTimeoutError ? 'takes too long' : 'needs too much memory'}.`,
      suggestion: 'Shorten it, or remove loops and nesting.',
      cause: error,
    })
  }
}

/** The message of a TEMPLATE_SYNTAX error, for an answer that reports it. @throws any other error */
export function syntaxMessageOf(error: unknown): string {
  if (error instanceof AppError && error.code === 'TEMPLATE_SYNTAX') return error.message
  throw error
}
