import type { TemplatePart } from './template-syntax-error.ts'

type Place = { part: TemplatePart; line: number; column: number }

/** A valid template that cannot be rendered with these values because it exceeds a limit. A retry would fail too. */
export class TemplateRenderError extends Error {
  readonly part: TemplatePart
  readonly line: number
  readonly column: number

  constructor(message: string, { part, line, column }: Place, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TemplateRenderError'
    this.part = part
    this.line = line
    this.column = column
  }
}
