export type TemplatePart = 'subject' | 'html' | 'text'

type Place = { part: TemplatePart; line: number; column: number }

class TemplateError extends Error {
  readonly part: TemplatePart
  /** Both count from 1; columns count UTF-16 code units, as editors do. */
  readonly line: number
  readonly column: number

  constructor(message: string, { part, line, column }: Place, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.part = part
    this.line = line
    this.column = column
  }
}

/** A syntax error in a template. Features turn it into AppError TEMPLATE_SYNTAX. */
export class TemplateSyntaxError extends TemplateError {}

/** A valid template that cannot be rendered with these values because it exceeds a limit. A retry would fail too. */
export class TemplateRenderError extends TemplateError {}
