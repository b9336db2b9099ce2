import { isReservedHeader } from '../../platform/email/message.schema.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { FieldProblem } from '../../platform/errors.ts'
import type { Addressing } from './send-plan.ts'
import type { SendRequest } from './send.schema.ts'

type Asked = Pick<SendRequest, 'cc' | 'bcc' | 'headers'>

/**
 * Refuses what only a template that turns out to be marketing forbids; the schema has refused the rest. A copy would
 * reach people whose subscription nobody asked about, with an unsubscribe link that belongs to somebody else.
 */
export function refuseInMarketing({ cc = [], bcc = [], headers }: Asked, addressing?: Addressing): void {
  const problems: FieldProblem[] = []
  if (addressing && addressing.copies.size > 0) {
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
