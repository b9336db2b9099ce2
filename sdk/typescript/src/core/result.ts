import type { LettermillError } from './lettermill-error.ts'

/** The headers of an answer, with names in lower case. Empty if the server was not reached. */
export type AnswerHeaders = Record<string, string>

export type Success<T> = { data: T; error: null; headers: AnswerHeaders }
export type Failure = { data: null; error: LettermillError; headers: AnswerHeaders }

/** What every call answers. Check `error`; if it is null, `data` is there. */
export type Result<T> = Success<T> | Failure

/** The data of a result; throws its error. */
export function unwrap<T>(result: Result<T>): T {
  if (result.error) throw result.error
  return result.data
}
