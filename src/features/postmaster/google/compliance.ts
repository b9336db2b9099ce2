// The verdicts of Google about its rules for senders.
import type { z } from 'zod'
import type { ComplianceAnswer, ComplianceData } from './google-answers.schema.ts'
import type { COMPLIANCE_STATES } from '../postmaster.values.ts'

export type ComplianceRow = {
  requirement: string
  status: (typeof COMPLIANCE_STATES)[number]
  reason: string | null
}

type Data = z.infer<typeof ComplianceData>

/**
 * The verdicts about this very domain. Google also has those of the domain above it, which may belong to somebody else. null: there are
 * none.
 */
export function complianceOf(
  { complianceData, subdomainComplianceData }: z.infer<typeof ComplianceAnswer>,
  domain: string,
): ComplianceRow[] | null {
  const data = [subdomainComplianceData, complianceData].find(
    (one) => one?.domainId?.toLowerCase() === domain,
  )
  return data ? rowsOf(data) : null
}

function rowsOf(data: Data): ComplianceRow[] {
  const reasons = new Map([
    ['ONE_CLICK_UNSUBSCRIBE', data.oneClickUnsubscribeVerdict],
    ['HONOR_UNSUBSCRIBE', data.honorUnsubscribeVerdict],
  ])
  const rows = new Map(
    data.rowData.flatMap(({ requirement, status }) =>
      requirement === undefined || !/^[A-Z][A-Z_]{1,60}$/.test(requirement)
        ? []
        : [[requirement, status?.status] as const],
    ),
  )
  for (const [requirement, verdict] of reasons) {
    if (verdict && !rows.has(requirement)) rows.set(requirement, verdict.status?.status)
  }
  return [...rows].map(([requirement, status]) => ({
    requirement: spoken(requirement),
    status: stateOf(status),
    reason: reasonOf(reasons.get(requirement)?.reason),
  }))
}

/** DMARC_POLICY becomes dmarc-policy. */
const spoken = (name: string) => name.toLowerCase().replaceAll('_', '-')

const stateOf = (status: string | undefined): ComplianceRow['status'] =>
  status === 'COMPLIANT' ? 'compliant' : status === 'NEEDS_WORK' ? 'needs-work' : 'unknown'

const reasonOf = (reason: string | undefined): string | null =>
  reason === undefined || reason === 'REASON_UNSPECIFIED' || !/^[A-Z][A-Z_]{1,60}$/.test(reason)
    ? null
    : spoken(reason)
