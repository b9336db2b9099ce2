// A text with Liquid that evaluates to a value, which a workflow stores. The value is text, unless the source is a single
// output: `{{ score | plus: 5 }}` is a number.
import { toValue, toValueSync } from 'liquidjs'
import { systemClock } from '../clock.ts'
import { compilePart, engineOf, inContext, renderPart } from './compile.ts'
import { ValueNode } from './nodes.ts'
import type { Variables } from './plain-value.ts'
import { RENDER_LIMIT_MS } from './template-limits.ts'
import { TimeLimit } from './time-limit.ts'
import { Markup } from './value-text.ts'

/** Evaluates to JSON. @throws TemplateRenderError */
export type CompiledValue = (variables: Variables) => unknown

/** @throws TemplateSyntaxError */
export function compileValue(source: string): CompiledValue {
  const liquid = engineOf(systemClock)
  const workOf = (values: Variables) => ({ liquid, values, time: new TimeLimit(RENDER_LIMIT_MS) })
  const whole = compilePart('text', source.trim(), liquid)
  const [first, ...others] = whole.templates
  if (first instanceof ValueNode && others.length === 0) {
    return (values) =>
      inContext(whole, workOf(values), (context) => toJson(toValueSync(first.value.value(context))))
  }
  const part = compilePart('text', source, liquid)
  return (values) => renderPart(part, workOf(values))
}

/** Missing values, and those that JSON cannot represent, become null. */
function toJson(value: unknown): unknown {
  const text = JSON.stringify(value, (_, inner: unknown): unknown =>
    inner instanceof Markup ? inner.text : toValue(inner),
  ) as string | undefined
  return text === undefined ? null : (JSON.parse(text) as unknown)
}
