import { describe, expect, it } from 'vitest'
import { inspectAddress } from './address-inspection.ts'
import type { DnsFinding } from './domain-findings.ts'
import { domainVerification } from './verdict.ts'

const FINDINGS: DnsFinding[] = ['found', 'refused', 'none', 'unknown-name', 'unanswered']

function judge(zone: DnsFinding, mx: DnsFinding, host: DnsFinding) {
  const address = inspectAddress('ann@acme.example')
  if (!address.hasValidSyntax) throw new Error('the address of this test is not valid')
  return domainVerification(address, { zone, mx, host, www: 'none' })
}

describe('domainVerification', () => {
  it('treats a name as existing if any answer knows it', () => {
    expect(judge('none', 'unknown-name', 'unknown-name').domainExists).toBe(true)
    expect(judge('unknown-name', 'unknown-name', 'none').domainExists).toBe(true)
    expect(judge('unknown-name', 'unknown-name', 'found')).toMatchObject({ valid: true, domainExists: true })
    expect(judge('unknown-name', 'unanswered', 'unknown-name').domainExists).toBe(false)
  })

  it('never calls a domain invalid that exists and was not answered about', () => {
    expect(judge('found', 'unanswered', 'none')).toMatchObject({ valid: true, domainExists: true })
    expect(judge('found', 'none', 'unanswered')).toMatchObject({ valid: true, domainExists: true })
    expect(judge('unanswered', 'unanswered', 'unanswered')).toMatchObject({ valid: true, domainExists: true })
  })

  it('contradicts itself for no combination of answers', () => {
    const all = FINDINGS.flatMap((zone) =>
      FINDINGS.flatMap((mx) => FINDINGS.map((host) => judge(zone, mx, host))),
    )
    const contradictions = all.filter(
      ({ valid, domainExists, hasMxRecords, hasWebsite, reasons }) =>
        reasons.length === 0 ||
        (hasMxRecords && !valid) ||
        (!domainExists && (valid || hasMxRecords || hasWebsite)),
    )
    expect(all).toHaveLength(125)
    expect(contradictions).toEqual([])
  })
})
