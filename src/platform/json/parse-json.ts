// JSON from outside. Values that JSON allows and PostgreSQL or a careless merge does not are refused here, once: keys that
// reach for a prototype, NUL characters and lone surrogates. json-scan.ts refuses texts that are too complex before.
import { isUtf8 } from 'node:buffer'
import { AppError, fieldPath, MOST_PROBLEMS } from '../errors.ts'
import type { FieldProblem } from '../errors.ts'
import { storableText } from '../text/storable-text.ts'

/**
 * The value of a body. `turn` is awaited before each step.
 * @throws AppError that says what is wrong with the body
 */
export async function parseJson(bytes: Buffer, turn?: () => Promise<void>): Promise<unknown> {
  await turn?.()
  // Decoding would silently insert replacement characters if the sender used another encoding.
  if (!isUtf8(bytes)) {
    throw new AppError('INVALID_REQUEST_BODY', { message: 'The request body is not UTF-8 text.' })
  }
  const text = bytes.toString()
  await turn?.()
  const value = parseText(text)
  await turn?.()
  const problems: FieldProblem[] = []
  checkValue(value, [], problems)
  if (problems.length > 0) throw new AppError('VALIDATION_ERROR', { fields: problems })
  // Before the fields are checked, which cannot be split.
  await turn?.()
  return value
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new AppError('INVALID_REQUEST_BODY', {
      message: `The request body is not valid JSON: ${(error as Error).message.slice(0, 200)}`,
      cause: error,
    })
  }
}

/**
 * Recursive, because the depth of a body is limited (json-scan.ts). `path` is one array for the whole walk and is formatted
 * for problems only.
 */
function checkValue(value: unknown, path: string[], problems: FieldProblem[]): void {
  if (typeof value === 'string') return checkText(value, path, problems)
  if (typeof value === 'number') return checkNumber(value, path, problems)
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) return checkArray(value, path, problems)
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') {
      throw new AppError('INVALID_REQUEST_BODY', {
        message: 'The request body has a field named "__proto__", which is not allowed.',
      })
    }
    path.push(key)
    checkText(key, path, problems)
    checkValue(inner, path, problems)
    path.pop()
  }
}

function checkArray(values: unknown[], path: string[], problems: FieldProblem[]): void {
  for (const [index, inner] of values.entries()) {
    if (Number.isFinite(inner)) continue
    path.push(String(index))
    checkValue(inner, path, problems)
    path.pop()
  }
}

/** 1e400 is valid JSON, but read as Infinity it would be written as null. */
function checkNumber(number: number, path: readonly string[], problems: FieldProblem[]): void {
  if (Number.isFinite(number) || problems.length >= MOST_PROBLEMS) return
  problems.push({ field: fieldPath(path), message: 'must be a number up to 1.7e308', code: 'too_big' })
}

/** Checks that PostgreSQL can store the text: no NUL character, no half of a surrogate pair. */
export function checkText(text: string, path: readonly string[], problems: FieldProblem[]): void {
  const message = problemOf(text)
  if (message === undefined || problems.length >= MOST_PROBLEMS) return
  problems.push({
    field: storableText(fieldPath(path)),
    message,
    code: 'invalid_string',
  })
}

function problemOf(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain a NUL character'
  return text.isWellFormed() ? undefined : 'must be valid Unicode text'
}
