import { z } from 'zod'

/** The error object in the body of an error, and in the result of one part of a batch. */
export const ErrorObject = z
  .object({
    code: z.string().describe('For programs; docs/errors.md lists all codes.'),
    message: z.string().describe('Explanation of the error, for people.'),
    statusCode: z.int().describe('The HTTP status.'),
    requestId: z
      .string()
      .describe('Also in the header X-Request-Id. The operator finds the request in the log by it.'),
    errors: z
      .array(
        z.object({
          field: z.string().describe('Path of the field with dots, such as to.1.email.'),
          message: z.string(),
          code: z.string(),
        }),
      )
      .optional()
      .describe('Every invalid field, if the code is VALIDATION_ERROR.'),
    suggestion: z.string().optional().describe('How to fix it.'),
  })
  .meta({ id: 'ErrorObject' })

export const ErrorBody = z
  .object({
    success: z.literal(false),
    error: ErrorObject,
    code: z.int().describe('The HTTP status again.'),
    message: z.string().describe('Copy of error.message.'),
    time: z.int().describe('Milliseconds since 1970.'),
    timestamp: z.iso.datetime(),
  })
  .meta({ id: 'Error' })
