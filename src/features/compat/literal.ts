import { LIQUID_START } from '../../platform/liquid/delimiters.values.ts'

/**
 * Content as a template of ours that prints exactly this: other providers send it as it is, so a `{{` that is part of it must
 * not become a variable.
 */
export function literal(content: string): string {
  if (!LIQUID_START.test(content)) return content
  if (!content.includes('endraw')) return `{% raw %}${content}{% endraw %}`
  return content.replace(/\{(?=[{%])/g, '{{ "{" }}')
}

export const literalIfAny = (content: string | undefined): string | undefined =>
  content === undefined ? undefined : literal(content)
