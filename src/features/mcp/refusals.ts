import { ToolRefusal } from './tool.ts'

type InvalidArgument = { field: string; message: string }

export const invalidArguments = (invalid: readonly InvalidArgument[]): ToolRefusal =>
  new ToolRefusal({
    code: 'VALIDATION_ERROR',
    message: 'The call has invalid arguments.',
    suggestion: 'error.errors names every argument with its problem.',
    errors: invalid.map((one) => ({ ...one, code: 'custom' })),
  })

export const invalidArgument = (field: string, message: string): ToolRefusal =>
  invalidArguments([{ field, message }])
