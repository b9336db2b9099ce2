// Validates values with zod schemas: reports every problem at once, with a dot path and a code of our own list.
import type { z } from 'zod'
import { WITH_OUR_MESSAGES } from '../../schemas/validation-messages.schema.ts'
import { AppError, fieldPath, MOST_PROBLEMS } from '../../errors.ts'
import type { FieldProblem } from '../../errors.ts'

export type ReadValue<T> = { value: T | undefined; problems: FieldProblem[] }

/** The output of a schema, or all problems of the value. */
export function readValue<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): ReadValue<z.output<Schema>> {
  const result = schema.safeParse(value, WITH_OUR_MESSAGES)
  if (result.success) return { value: result.data, problems: [] }
  // One more than is shown, to tell that there are more.
  const issues = result.error.issues.slice(0, MOST_PROBLEMS + 1)
  return { value: undefined, problems: issues.flatMap((issue) => toFieldProblems(issue, [])) }
}

/** For values outside a route's schema, such as the fields of a form. */
export function parseFields<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { value: parsed, problems } = readValue(schema, value)
  if (problems.length > 0) throw invalidRequest(problems)
  return parsed as z.output<Schema>
}

/** The 422 for these problems. */
export function invalidRequest(problems: readonly FieldProblem[]): AppError {
  const fields = problems.slice(0, MOST_PROBLEMS)
  const isCut = problems.length > MOST_PROBLEMS
  return new AppError('VALIDATION_ERROR', {
    fields,
    ...(isCut && { suggestion: `error.errors names the first ${MOST_PROBLEMS} problems; there are more.` }),
  })
}

type Issue = z.core.$ZodIssue

export function toFieldProblems(issue: Issue, parent: readonly PropertyKey[]): FieldProblem[] {
  const path = [...parent, ...issue.path]
  // A union reports the problems of each form. The best form is the one whose first problem is deepest: its problems help
  // more than "no form fits".
  if (issue.code === 'invalid_union') {
    const deepest = deepestForm(issue) ?? fittingForm(issue)
    if (deepest) return deepest.flatMap((inner) => toFieldProblems(inner, path))
  }
  if (issue.code === 'invalid_key') return issue.issues.flatMap((inner) => toFieldProblems(inner, path))
  return [{ field: fieldPath(path), message: messageOf(issue), code: codeOf(issue) }]
}

function deepestForm(issue: Issue & { code: 'invalid_union' }): Issue[] | undefined {
  const forms = issue.errors.filter((form) => form.some((inner) => inner.path.length > 0))
  return forms.toSorted((a, b) => depth(b) - depth(a))[0]
}

/** The only form of the right type: a list that is too long is still a list, and its problem is its length. */
function fittingForm(issue: Issue & { code: 'invalid_union' }): Issue[] | undefined {
  const forms = issue.errors.filter((form) => !form.some((inner) => inner.code === 'invalid_type'))
  return forms.length === 1 ? forms[0] : undefined
}

const depth = (issues: Issue[]) => Math.max(...issues.map((issue) => issue.path.length))

function codeOf(issue: Issue): FieldProblem['code'] {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'invalid_type'
    case 'invalid_format':
      return issue.format === 'datetime' || issue.format === 'date' ? 'invalid_date' : 'invalid_string'
    case 'invalid_value':
      return issue.input === undefined ? 'required' : 'invalid_enum_value'
    case 'invalid_union':
      if (isUnknownForm(issue)) return isNamingNone(issue) ? 'required' : 'invalid_enum_value'
      return issue.input === undefined ? 'required' : 'invalid_union'
    case 'too_small':
    case 'too_big':
    case 'unrecognized_keys':
      return issue.code
    case 'custom':
      return fieldCodeOf(issue.params)
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
      return 'custom'
  }
}

/** A refinement may name its own code: `ctx.addIssue({ code: 'custom', params: { code: 'invalid_string' } })`. */
function fieldCodeOf(params: Record<string, unknown> | undefined): FieldProblem['code'] {
  return (params?.code as FieldProblem['code'] | undefined) ?? 'custom'
}

type UnknownForm = Issue & { discriminator: string; options: readonly unknown[] }

/** A discriminated union whose discriminator has an unknown value. */
const isUnknownForm = (issue: Issue): issue is UnknownForm =>
  issue.code === 'invalid_union' && 'discriminator' in issue && 'options' in issue

const isNamingNone = ({ input, discriminator }: UnknownForm) =>
  (input as Record<string, unknown>)[discriminator] === undefined

/** The codes zod uses for a missing field, by the kind of the field. */
const CODES_OF_ABSENCE = new Set<Issue['code']>(['invalid_type', 'invalid_value', 'invalid_union'])

function messageOf(issue: Issue): string {
  if (isUnknownForm(issue)) {
    return isNamingNone(issue) ? 'is required' : `must be one of: ${issue.options.map(String).join(', ')}`
  }
  if (CODES_OF_ABSENCE.has(issue.code) && issue.input === undefined) return 'is required'
  return issue.message
}
