import { z } from 'zod'
import { ruleAt } from '../../platform/schemas/across-fields.schema.ts'
import { textUpTo } from '../../platform/schemas/bounded.schema.ts'
import { GATE_NAMES } from '../delivery/gates/gates.values.ts'

// An address has at most 254 characters.
const LONGEST_CONTACT = 254
const LONGEST_ID = 100
const LONGEST_KEY = 50

const id = textUpTo(LONGEST_ID).min(1, 'must not be empty')

export const ExplainQuery = z
  .object({
    contact: textUpTo(LONGEST_CONTACT).min(1, 'must not be empty').describe('Id or address of a contact.'),
    campaignId: id.optional().describe('Would the contact get this campaign?'),
    workflowId: id.optional().describe('Would the contact enter this workflow, and get its emails?'),
    templateId: id
      .optional()
      .describe('Id or alias. Would the contact get an email of this template, by POST /v1/send?'),
    topic: textUpTo(LONGEST_KEY)
      .min(1, 'must not be empty')
      .optional()
      .describe('Key of a topic. Would the contact get marketing email about it?'),
  })
  .refine(
    ({ campaignId, workflowId, templateId, topic }) =>
      [campaignId, workflowId, templateId, topic].filter((one) => one !== undefined).length === 1,
    ruleAt('campaignId', 'exactly one of campaignId, workflowId, templateId and topic is needed'),
  )

export const Explanation = z
  .object({
    would: z.boolean().describe('Whether the contact would get the email now: every gate lets it pass.'),
    gates: z
      .array(
        z.object({
          name: z.enum(GATE_NAMES).describe('The gate.'),
          passed: z
            .boolean()
            .describe(
              'Whether it lets the email pass. A gate that has nothing to decide here lets it pass, with the value null.',
            ),
          value: z
            .string()
            .nullable()
            .describe('The fact that decides, such as the state of the subscription or a reason.'),
          since: z.iso.datetime().nullable().describe('Since when; null if unknown.'),
          explanation: z.string().describe('One sentence for people: the fact, and what to do about it.'),
        }),
      )
      .describe('All gates, in the order in which they are asked.'),
  })
  .meta({ id: 'Explanation' })
