// From the text of a file to checked fields. Every mistake names the file and the field.
import type { z } from 'zod'
import { AppError, invalidFields } from '../../platform/errors.ts'
import type { FieldProblem } from '../../platform/errors.ts'
import { readValue } from '../../platform/http/validation/validation.ts'
import { CommentedJsonError, parseCommentedJson } from '../../platform/json/commented-json.ts'
import { FrontMatterError, parseFrontMatter } from '../../platform/text/front-matter.ts'
import type { ProjectFile } from './file-kind.ts'

export const inFile = (path: string, field: string): string => (field === '' ? path : `${path}: ${field}`)

export const fileProblem = (
  path: string,
  problem: { field?: string; message: string; code?: FieldProblem['code'] },
): AppError =>
  invalidFields({
    field: inFile(path, problem.field ?? ''),
    message: problem.message,
    code: problem.code ?? 'custom',
  })

// A document of blocks has up to 256 kB; comments and indents are on top.
const MOST_JSON_CHARACTERS = 512 * 1_024

/** The object of a JSON file, without its comments. @throws AppError */
export function readJsonFile({ path, text }: ProjectFile): Record<string, unknown> {
  if (text.length > MOST_JSON_CHARACTERS) {
    throw fileProblem(path, { message: 'must have at most 512 kB', code: 'too_big' })
  }
  const value = readJson(path, text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw fileProblem(path, { message: 'must be an object of JSON', code: 'invalid_type' })
}

function readJson(path: string, text: string): unknown {
  try {
    return parseCommentedJson(text).value
  } catch (error) {
    if (!(error instanceof CommentedJsonError)) throw error
    throw fileProblem(path, { message: error.message, code: 'invalid_string' })
  }
}

type TextFile = { fields: Record<string, unknown>; body: string }

/** The fields above a text, and the text without the line end of the file. @throws AppError */
export function readTextFile({ path, text }: ProjectFile): TextFile {
  try {
    const { fields, body } = parseFrontMatter(text)
    return { fields, body: withoutLineEnd(body) }
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error
    throw fileProblem(path, { message: error.message, code: 'invalid_string' })
  }
}

/** A file ends with a line end that is not part of the text. */
export const withLineEnd = (text: string): string => `${text}\n`
export const withoutLineEnd = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text)

type CheckedFile = { path: string; known: readonly string[] }

/** A misspelt field must not be ignored. @throws AppError */
export function refuseUnknown(fields: Record<string, unknown>, { path, known }: CheckedFile): void {
  const unknown = Object.keys(fields).filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw invalidFields(
    ...unknown.slice(0, MOST_NAMED).map((name) => ({
      field: inFile(path, name.slice(0, LONGEST_NAME)),
      message: `is unknown; the fields here are ${known.join(', ')}`,
      code: 'unrecognized_keys' as const,
    })),
  )
}

/** `fields`: those that have ids. @throws AppError */
export function refuseIds(path: string, fields: readonly string[]): void {
  if (fields.length === 0) return
  throw invalidFields(
    ...fields.slice(0, MOST_NAMED).map((field) => ({
      field: inFile(path, field),
      message:
        'must not be an id, which other installations do not have; write "template", "segment" or "workflow" with a name',
      code: 'custom' as const,
    })),
  )
}

const MOST_NAMED = 20
const LONGEST_NAME = 100

/** The output of the schema of the API. `path`: the file of each field. @throws AppError */
export function checkFields<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  path: string | ((field: string) => string),
): z.output<Schema> {
  const { value: checked, problems } = readValue(schema, value)
  if (problems.length === 0) return checked as z.output<Schema>
  const place = typeof path === 'string' ? (field: string) => inFile(path, field) : path
  throw invalidFields(...problems.map((one) => ({ ...one, field: place(one.field) })))
}

/** The error of a service with the file that caused it. `placeOf`: the file of each field. */
export function withFile(
  error: unknown,
  path: string,
  placeOf = (field: string) => inFile(path, field),
): unknown {
  if (!(error instanceof AppError)) return error
  const { code, message, suggestion, fields, details, retryAfterSeconds } = error
  return new AppError(code, {
    message: `${path}: ${message}`,
    suggestion,
    ...(fields && { fields: fields.map((one) => ({ ...one, field: placeOf(one.field) })) }),
    ...(details && { details }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    cause: error,
  })
}
