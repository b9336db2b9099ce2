import { z } from 'zod'
import { CONSENT_SOURCES } from '../../../platform/consent-source.values.ts'
import { listFields, PageQuery } from '../../../platform/http/replies/paging.schema.ts'
import { SUBSCRIPTION_STATES } from '../../filters/language/subscription-states.values.ts'

const State = z.enum([...SUBSCRIPTION_STATES, 'IN', 'OUT']).nullable()

export const ConsentChange = z
  .object({
    what: z
      .enum(['subscription', 'confirmation', 'topic', 'address'])
      .describe(
        'subscription: the subscription state changed. confirmation: from PENDING to SUBSCRIBED. topic: a choice for a topic changed. address: the contact got another address, and what it has said before belongs to the former one.',
      ),
    topic: z.string().nullable().describe('The key of the topic, for `topic`.'),
    before: State.describe(
      'A subscription state, or IN or OUT for a topic. null: there was no contact, or no choice.',
    ),
    after: State.describe('The state after the change. null: the choice was forgotten.'),
    at: z.iso.datetime(),
    source: z
      .enum([...CONSENT_SOURCES, 'unknown'])
      .describe(
        'The cause of the change. api_key, member, import, workflow: you. form: the person. page: a page behind a link in an email. one_click: the unsubscribe button of a mail client. mailto: an email to the address in List-Unsubscribe. complaint, bounce: a report about an email. expiry: no confirmation came in time. unknown: changed in the database.',
      ),
    sourceId: z
      .string()
      .nullable()
      .describe('Id of the form, key, import, member, workflow, or of the email that led there.'),
    text: z.string().nullable().describe('The text that the person agreed to, if one was shown.'),
    network: z
      .string()
      .nullable()
      .describe(
        'Keyed hash of the network that the person used, if the project stores it (`consentNetworks`).',
      ),
  })
  .meta({ id: 'ConsentChange' })

export const ConsentList = z
  .object({ consent: z.array(ConsentChange), ...listFields })
  .meta({ id: 'ConsentList' })

export const ConsentListQuery = PageQuery
