import { z } from 'zod'

/** Sent as a stream, so it is not validated. */
export const PersonalData = z.any().meta({
  id: 'PersonalData',
  type: 'object',
  description: 'The contact, and lists of everything that is stored about it.',
  examples: [
    {
      contact: {
        id: '019c2f9a-6f41-7c02-9d1e-3b5a8f6c2e17',
        email: 'ada@example.com',
        subscribed: true,
        data: {},
      },
      suppressions: [],
      confirmations: [],
      consent: [],
      segments: [],
      events: [],
      emails: [],
      campaigns: [],
      holdouts: [],
      coupons: [],
      workflows: [],
      webhookDeliveries: [],
    },
  ],
})
