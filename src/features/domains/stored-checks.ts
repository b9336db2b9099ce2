// The results of DNS checks as `domains.checks` has them. Nodes of the release before this one read them, too: 0.2.0 refuses a domain
// with a purpose that it does not know, and ignores a record that it does not know. So a later purpose is stored beside one of its own.
import { z } from 'zod'
import { RecordCheck } from './domains.schema.ts'
import { RECORD_PURPOSES } from './domains.values.ts'

export type Check = z.infer<typeof RecordCheck>

const StoredChecks = z.array(RecordCheck.extend({ purpose: z.string(), laterPurpose: z.string().optional() }))

/** No status depends on this one, in 0.2.0 either. */
const STAND_IN: Check['purpose'] = 'mail-from'

const LATER = new Set<Check['purpose']>(['tls-reports'])

export const toStoredChecks = (checks: readonly Check[]): string =>
  JSON.stringify(
    checks.map((check) =>
      LATER.has(check.purpose) ? { ...check, purpose: STAND_IN, laterPurpose: check.purpose } : check,
    ),
  )

/** Without those of a later version. */
export const readChecks = (stored: unknown): Check[] =>
  StoredChecks.parse(stored).flatMap(({ purpose: storedPurpose, laterPurpose, ...check }) => {
    const purpose = RECORD_PURPOSES.find((known) => known === (laterPurpose ?? storedPurpose))
    return purpose === undefined ? [] : [{ ...check, purpose }]
  })
