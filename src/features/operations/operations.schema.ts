import { z } from 'zod'

export const OperationError = z.object({
  row: z.int().describe('Number of the row in the file; the header is row 1.'),
  field: z.string().nullable(),
  message: z.string(),
})

export const Operation = z
  .object({
    id: z.string(),
    type: z.string().describe('The kind of job, such as contacts.import.'),
    status: z.enum(['QUEUED', 'RUNNING', 'DONE', 'FAILED']),
    progress: z.object({
      done: z.int().describe('Records processed so far.'),
      total: z.int().nullable().describe('Number of records in total; null while it is not known.'),
      failed: z.int().describe('Records that could not be processed; `errors` says why.'),
    }),
    errors: z.array(OperationError).describe('The first 1,000 problems.'),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Job' })

/** The response to a request that started a job. `jobId` repeats the id under a name that is easy to find. */
export const StartedOperation = Operation.extend({
  jobId: z.string().describe('Follow the progress with GET /jobs/{jobId}.'),
}).meta({ id: 'StartedJob' })

/** The payload of an operation's job. */
export const OperationPayload = z.object({
  projectId: z.string().brand<'project'>(),
  operationId: z.string().brand<'operation'>(),
})

/** The progress of an import, stored with the operation. */
export const RowPosition = z.object({ rows: z.int() })
