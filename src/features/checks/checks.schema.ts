import { z } from 'zod'
import { CHECK_STATES, DOMAIN_CHECKS, MACHINE_CHECKS } from './checks.values.ts'

const State = z
  .enum(CHECK_STATES)
  .describe(
    'unknown: it could not be checked, which says nothing about the domain. not-applicable: there is nothing to check, for the reason in `found`.',
  )

export const CheckRemedy = z
  .object({
    text: z.string().describe('The advice, as sentences.'),
    record: z
      .object({ type: z.string(), name: z.string(), value: z.string() })
      .nullable()
      .describe('The DNS record to publish.'),
    command: z.string().nullable().describe('A command for a shell.'),
    page: z
      .string()
      .nullable()
      .describe('The page on which to do it, such as the removal page of a blocklist.'),
  })
  .meta({ id: 'CheckRemedy' })

/** The result of one check, which is stored in the form of the API. */
const resultFields = {
  subject: z
    .string()
    .describe('The selector, address or list that was checked; empty where there is only one.'),
  state: State,
  found: z.string().describe('The result, as sentences.'),
  remedy: CheckRemedy.nullable(),
  since: z.iso.datetime().describe('Since when it has been in this state.'),
  checkedAt: z.iso.datetime(),
}

export const StoredResult = z.object({ kind: z.string(), ...resultFields })
export const StoredResults = z.array(StoredResult)

const changeFields = {
  subject: resultFields.subject,
  state: State,
  found: resultFields.found,
  changedAt: z.iso.datetime(),
}

const runFields = {
  checkedAt: z.iso.datetime().nullable().describe('When the last run ended; null before the first.'),
  nextCheckAt: z.iso
    .datetime()
    .nullable()
    .describe('When the next run begins. null if none is planned, as for names for tests.'),
}

/** The schemas of the checks of one subject, whose names in the description of the API begin with `name`. */
function schemasOf<Kind extends z.ZodType>(name: string, kind: Kind) {
  const Result = z.object({ kind, ...resultFields }).meta({ id: `${name}Result` })
  const Change = z.object({ kind, ...changeFields }).meta({ id: `${name}Change` })
  const Checks = z
    .object({
      checks: z.array(Result),
      changes: z.array(Change).describe('The last 100 changes of a state, newest first.'),
      ...runFields,
    })
    .meta({ id: `${name}s` })
  return { Result, Change, Checks }
}

export const {
  Result: DomainCheckResult,
  Change: DomainCheckChange,
  Checks: DomainChecks,
} = schemasOf('DomainCheck', z.enum(DOMAIN_CHECKS))

export const {
  Result: MachineCheckResult,
  Change: MachineCheckChange,
  Checks: MachineChecks,
} = schemasOf('MachineCheck', z.enum(MACHINE_CHECKS))
