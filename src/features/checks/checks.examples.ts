import type { z } from 'zod'
import type {
  CheckRemedy,
  DomainCheckChange,
  DomainCheckResult,
  DomainChecks,
  MachineCheckChange,
  MachineCheckResult,
  MachineChecks,
} from './checks.schema.ts'

const remedy: z.output<typeof CheckRemedy> = {
  text: 'Publish this record.',
  record: {
    type: 'TXT',
    name: '_dmarc.mail.shop.example',
    value: 'v=DMARC1; p=none; rua=mailto:dmarc@bounces.mail.shop.example',
  },
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

const listing: z.output<typeof MachineCheckResult> = {
  kind: 'blocklist',
  subject: '192.0.2.10 at Spamhaus ZEN',
  state: 'failed',
  found:
    '192.0.2.10 is on the list Spamhaus ZEN: CSS, addresses that send much unwanted email (127.0.0.3). Receivers that use it refuse email from there.',
  remedy: {
    text: 'Find out why, and end it: otherwise it is listed again. Then ask for removal.',
    record: null,
    command: null,
    page: 'https://check.spamhaus.org/',
  },
  since: '2026-02-03T08:12:00.000Z',
  checkedAt: '2026-02-03T10:12:00.000Z',
}

const listed: z.output<typeof MachineCheckChange> = {
  kind: 'blocklist',
  subject: listing.subject,
  state: 'failed',
  found: listing.found,
  changedAt: '2026-02-03T08:12:00.000Z',
}

const machine: z.output<typeof MachineChecks> = {
  checks: [listing],
  changes: [listed],
  checkedAt: '2026-02-03T10:12:00.000Z',
  nextCheckAt: '2026-02-03T11:12:00.000Z',
}

export const checkExamples = {
  MachineCheckResult: listing,
  MachineCheckChange: listed,
  MachineChecks: machine,
  CheckRemedy: remedy,
  DomainCheckResult: result,
  DomainCheckChange: change,
  DomainChecks: checks,
}
