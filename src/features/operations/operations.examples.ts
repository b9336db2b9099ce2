import type { z } from 'zod'
import type { Operation, StartedOperation } from './operations.schema.ts'

const id = '019c2f6e-25b0-7d18-9c77-84f2b6a30e91'

const job: z.output<typeof Operation> = {
  id,
  type: 'contacts.import',
  status: 'DONE',
  progress: { done: 1999, total: 2000, failed: 1 },
  contacts: { created: 1720, existing: 279 },
  errors: [
    {
      row: 731,
      field: 'email',
      message: 'must have one @ between a name and a domain',
      value: 'ada.example.com, Ada, pro',
    },
  ],
  createdAt: '2026-02-02T10:15:30.000Z',
  finishedAt: '2026-02-02T10:15:31.420Z',
}

const started: z.output<typeof StartedOperation> = {
  id,
  jobId: id,
  type: 'contacts.import',
  status: 'QUEUED',
  progress: { done: 0, total: null, failed: 0 },
  errors: [],
  createdAt: '2026-02-02T10:15:30.000Z',
  finishedAt: null,
}

export const operationExamples = { Job: job, StartedJob: started }
