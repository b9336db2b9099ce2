import { AppError } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { TemplateRenderError, TemplateSyntaxError } from '../../platform/liquid/template-errors.ts'
import type { TemplatePart } from '../../platform/liquid/template-errors.ts'
import type { Place } from '../../platform/markup/places.ts'
import { ThreadMemoryError, ThreadTimeoutError } from '../../platform/threads/thread-errors.ts'
import type { ThreadPool } from '../../platform/threads/thread-pool.ts'
import type { ThreadTask } from '../../platform/threads/thread-task.ts'

// The API fields of the parts of a template.
const FIELD_OF = { subject: 'subject', html: 'body', text: 'text' } as const

/** A mistake in a body, before partials are told apart from the text that names them. */
export class BodyError extends AppError {
  readonly place: Place
  /** The message without its place. */
  readonly problem: string

  constructor(problem: string, place: Place) {
    super('TEMPLATE_SYNTAX', { message: `${writtenAt('body', place)}: ${problem}` })
    this.problem = problem
    this.place = place
  }
}

export const bodyError = (message: string, place: Place): AppError => new BodyError(message, place)

/** The words for a place in a field or a partial. */
export const writtenAt = (where: string, { line, column }: Place): string =>
  `${where}, line ${line}, column ${column}`

/** The words for a place in a part; the part may consist of several texts. */
export type WrittenIn = (part: TemplatePart, place: Place) => string

const inField: WrittenIn = (part, place) => writtenAt(FIELD_OF[part], place)

/** Turns an error of Liquid into an AppError; returns others unchanged. */
export function toSyntaxError(error: unknown, writtenIn: WrittenIn = inField): unknown {
  // Its line and column refer to the prepared parts, which the author never saw.
  if (error instanceof TemplateRenderError) {
    return new AppError('TEMPLATE_SYNTAX', {
      message: `${FIELD_OF[error.part]} cannot be rendered: ${error.message}`,
      suggestion: 'Make loops shorter, or send less data.',
      cause: error,
    })
  }
  if (error instanceof BodyError) {
    return new AppError('TEMPLATE_SYNTAX', { message: `${writtenIn('html', error.place)}: ${error.problem}` })
  }
  if (!(error instanceof TemplateSyntaxError)) return error
  const { part, message } = error
  return new AppError('TEMPLATE_SYNTAX', { message: `${writtenIn(part, error)}: ${message}`, cause: error })
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
