import type { z } from 'zod'
import type { ExamplesOf } from '../../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './feed.schema.ts'

const delivery: z.output<typeof schemas.ListenedDelivery> = {
  id: '019c2f9b-0170-7c03-9a4f-2d1c8e7b6f90',
  type: 'contact.unsubscribed',
  timestamp: '2026-02-02T11:05:12.368Z',
  body: '{"type":"contact.unsubscribed","timestamp":"2026-02-02T11:05:12.368Z","data":{"id":"019c2f9b-0170-7c03-9a4f-2d1c8e7b6f90","name":"contact.unsubscribed","contactId":"019c2f99-3a10-7e52-b0c1-6f2a9d8e4b17","email":"ada@example.com","emailId":null,"data":{},"createdAt":"2026-02-02T11:05:12.368Z"}}',
  headers: {
    'content-type': 'application/json',
    'webhook-id': '019c2f9b-0170-7c03-9a4f-2d1c8e7b6f90',
    'webhook-timestamp': '1770030312',
    'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
}

export const feedExamples = {
  ListenedDelivery: delivery,
  ListenAnswer: {
    deliveries: [delivery],
    cursor: 'pM0Vx2b7uR1cQe5nMDE5YzJmOWEtMTAwMC03YjE4LThjNmUtMGE0ZDllMmY3YjMxIDQy',
    missed: false,
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  },
} satisfies ExamplesOf<typeof schemas>
