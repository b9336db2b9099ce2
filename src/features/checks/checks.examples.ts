import type { z } from 'zod'
import type { DomainCheckChange, DomainCheckResult, DomainChecks, CheckRemedy } from './checks.schema.ts'

const remedy: z.output<typeof CheckRemedy> = {
  text: 'Publish this record.',
  record: { type: 'TXT', name: '_dmarc.mail.shop.example', value: 'v=DMARC1; p=none' },
  command: null,
  page: null,
}

const result: z.output<typeof DomainCheckResult> = {
  kind: 'dmarc',
  subject: '',
  state: 'failed',
  found:
    'There is no DMARC record at _dmarc.mail.shop.example or above. Gmail, Yahoo and Outlook require one of everybody who sends in bulk.',
  remedy,
  since: '2026-02-03T08:12:00.000Z',
  checkedAt: '2026-02-03T10:12:00.000Z',
}

const change: z.output<typeof DomainCheckChange> = {
  kind: 'dmarc',
  subject: '',
  state: 'failed',
  found: result.found,
  changedAt: '2026-02-03T08:12:00.000Z',
}

const checks: z.output<typeof DomainChecks> = {
  checks: [result],
  changes: [change],
  checkedAt: '2026-02-03T10:12:00.000Z',
  nextCheckAt: '2026-02-03T11:12:00.000Z',
}

export const checkExamples = {
  CheckRemedy: remedy,
  DomainCheckResult: result,
  DomainCheckChange: change,
  DomainChecks: checks,
}
