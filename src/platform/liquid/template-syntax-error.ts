export type TemplatePart = 'subject' | 'html' | 'text'

type Place = { part: TemplatePart; line: number; column: number }

/** A syntax error in a template. Features turn it into AppError TEMPLATE_SYNTAX. */
export class TemplateSyntaxError extends Error {
  readonly part: TemplatePart
  /** Both count from 1; columns count UTF-16 code units, as editors do. */
  readonly line: number
  readonly column: number

  constructor(message: string, { part, line, column }: Place, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TemplateSyntaxError'
    this.part = part
    this.line = line
    this.column = column
  }
}
