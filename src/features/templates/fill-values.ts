// Liquid in the strings of JSON: the data that workflow steps store. Runs in a thread, because it is code of its author.
import { AppError } from '../../platform/errors.ts'
import { compileValue } from '../../platform/liquid/compile-value.ts'
import { hasLiquid } from '../../platform/liquid/literal.ts'
import { TemplateRenderError, TemplateSyntaxError } from '../../platform/liquid/template-errors.ts'

type Values = Record<string, unknown>
type Path = readonly (string | number)[]

export function hasLiquidIn(value: unknown): boolean {
  if (typeof value === 'string') return hasLiquid(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLiquidIn)
}

/** Evaluates the Liquid in all strings. @throws AppError TEMPLATE_SYNTAX */
export function fillValues(values: Values, variables: Values): Values {
  return mapTexts(values, [], (text, path) => {
    try {
      return compileValue(text)(variables)
    } catch (error) {
      throw explained(error, path)
    }
  }) as Values
}

export type ValueProblem = { path: Path; message: string }

/** Finds invalid Liquid, and Liquid that would not be evaluated. */
export function checkValues(values: Values): ValueProblem[] {
  const problems: ValueProblem[] = []
  mapTexts(values, [], (text, path) => {
    try {
      compileValue(text)
    } catch (error) {
      if (!(error instanceof TemplateSyntaxError)) throw error
      problems.push({ path, message: `column ${error.column}: ${error.message}` })
    }
    return text
  })
  problems.push(...keysWithLiquid(values, []))
  return problems
}

function keysWithLiquid(value: unknown, path: Path): ValueProblem[] {
  if (typeof value !== 'object' || value === null) return []
  const message = 'must not have Liquid in its name: Liquid is evaluated in values only'
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(!Array.isArray(value) && hasLiquid(key) ? [{ path: [...path, key], message }] : []),
    ...keysWithLiquid(inner, [...path, key]),
  ])
}

function mapTexts(value: unknown, path: Path, change: (text: string, path: Path) => unknown): unknown {
  if (typeof value === 'string') return hasLiquid(value) ? change(value, path) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item, index) => mapTexts(item, [...path, index], change))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, [...path, key], change)]),
  )
}

function explained(error: unknown, path: Path): unknown {
  if (!(error instanceof TemplateRenderError) && !(error instanceof TemplateSyntaxError)) return error
  const message = `data.${path.join('.')} cannot be evaluated: ${error.message}`
  return new AppError('TEMPLATE_SYNTAX', { message, cause: error })
}
