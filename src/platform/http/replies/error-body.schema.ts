import { z } from 'zod'

export const ErrorBody = z
  .object({
    success: z.literal(false),
    error: z.object({
      code: z.string().describe('Machine-readable; docs/errors.md lists all of them.'),
      message: z.string(),
      statusCode: z.int(),
      requestId: z.string().describe('Also in the header X-Request-Id; give it to the operator.'),
      errors: z
        .array(
          z.object({
            field: z.string().describe('Dot path, for example to.1.email'),
            message: z.string(),
            code: z.string(),
          }),
        )
        .optional()
        .describe('Every invalid field, with VALIDATION_ERROR.'),
      suggestion: z.string().optional(),
    }),
    code: z.int().describe('The HTTP status again.'),
    message: z.string(),
    time: z.int().describe('Milliseconds since 1970.'),
    timestamp: z.iso.datetime(),
  })
  .meta({ id: 'Error' })
