import { z } from 'zod'

export const OperationError = z.object({
  row: z.int().describe('Number of the row in the file; the header is row 1.'),
  field: z.string().nullable(),
  message: z.string(),
  value: z
    .string()
    .optional()
    .describe('The beginning of the row, or the address in it. Absent for errors of the whole file.'),
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
    contacts: z
      .object({
        created: z.int().describe('Contacts that are new.'),
        existing: z.int().describe('Contacts that existed before.'),
      })
      .optional()
      .describe('Only of imports of contacts, once the first rows are read.'),
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
export const RowPosition = z.object({
  rows: z.int(),
  contacts: z.object({ created: z.int(), existing: z.int() }).optional(),
})
