import { isReservedHeader } from '../../platform/email/message.schema.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { FieldProblem } from '../../platform/errors.ts'
import type { SubmittedHeader } from './send-plan.ts'
import type { SendRequest } from './send.schema.ts'

type RestrictedFields = Pick<SendRequest, 'cc' | 'bcc' | 'headers'>

/**
 * Refuses copies and reserved headers in marketing email. A copy would reach people whose subscription is not checked, with
 * the unsubscribe link of somebody else. The schema cannot check this, because it does not know the type of the template.
 */
export function checkMarketingRules(
  { cc = [], bcc = [], headers }: RestrictedFields,
  submittedHeader?: SubmittedHeader,
): void {
  const problems: FieldProblem[] = []
  if (submittedHeader && submittedHeader.copies.size > 0) {
    problems.push({ field: 'cc', message: NO_COPIES, code: 'custom' })
  }
  if (cc.length > 0) problems.push({ field: 'cc', message: NO_COPIES, code: 'custom' })
  if (bcc.length > 0) problems.push({ field: 'bcc', message: NO_COPIES, code: 'custom' })
  for (const name of Object.keys(headers)) {
    if (!isReservedHeader(name, { isMarketing: true })) continue
    problems.push({ field: `headers.${name}`, message: RESERVED, code: 'reserved' })
  }
  if (problems.length > 0) throw invalidFields(...problems)
}

const NO_COPIES =
  'must be left out: a marketing template goes to subscribed contacts only; name every recipient in to'
const RESERVED = 'is set by the service on marketing email; leave it out'
