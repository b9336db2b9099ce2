import { ToolRefusal } from './tool.ts'

export const invalidArgument = (field: string, message: string): ToolRefusal =>
  new ToolRefusal({
    code: 'VALIDATION_ERROR',
    message: 'The call has invalid arguments.',
    suggestion: 'error.errors names every argument with its problem.',
    errors: [{ field, message, code: 'custom' }],
  })
