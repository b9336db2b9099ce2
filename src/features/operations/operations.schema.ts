import { z } from 'zod'

export const OperationError = z.object({
  row: z.int().describe('Number of the row in the file; the header is row 1.'),
  field: z.string().nullable(),
  message: z.string(),
})

export const Operation = z
  .object({
    id: z.string(),
    type: z.string().describe('What is being done, for example contacts.import'),
    status: z.enum(['QUEUED', 'RUNNING', 'DONE', 'FAILED']),
    progress: z.object({
      done: z.int().describe('Records handled.'),
      total: z.int().nullable().describe('Records in all; null while that is not known.'),
      failed: z.int().describe('Records refused; errors says why.'),
    }),
    errors: z.array(OperationError).describe('The first 1000.'),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Job' })

/** The answer of a call that started long work: the job, and its id under the name that is easy to find. */
export const StartedOperation = Operation.extend({
  jobId: z.string().describe('Watch it at GET /jobs/{jobId}.'),
}).meta({ id: 'StartedJob' })
