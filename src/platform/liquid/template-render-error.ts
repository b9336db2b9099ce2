import type { TemplatePart } from './template-syntax-error.ts'

type Place = { part: TemplatePart; line: number; column: number }

/** A template that can be read, but not be rendered with these values: it took or printed too much. It would again. */
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
