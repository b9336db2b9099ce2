import type { Verification } from '../../api/audience/verify.ts'
import { plural } from '../../format/plural.ts'
import { translatable } from '../../i18n/translatable.ts'

export type Flag = Exclude<
  { [Name in keyof Verification]: Verification[Name] extends boolean ? Name : never }[keyof Verification],
  'valid'
>

const flags: Record<Flag, { name: string; yes: string; no: string }> = {
  isTypo: {
    name: 'Typo',
    yes: 'The domain is a misspelling of a well-known provider.',
    no: 'The domain is not a known misspelling.',
  },
  domainExists: {
    name: 'Domain',
    yes: 'The domain exists, as far as DNS tells.',
    no: 'DNS says that the domain does not exist.',
  },
  hasMxRecords: {
    name: 'Accepts email',
    yes: 'The domain names servers that take email (MX records).',
    no: 'The domain names no servers that take email (MX records).',
  },
  isDisposable: {
    name: 'Disposable',
    yes: 'A disposable address: nobody will read it tomorrow.',
    no: 'The domain is not known for disposable addresses.',
  },
  isAlias: {
    name: 'Forwarding',
    yes: 'The domain forwards email to another mailbox.',
    no: 'The domain is not known for forwarding.',
  },
  isPlusAddressed: {
    name: 'Label',
    yes: 'Has a label after a plus sign, as in ann+news: the same mailbox as without it.',
    no: 'Has no label after a plus sign.',
  },
  isPersonalEmail: {
    name: 'Personal',
    yes: 'A mailbox at a public provider, so probably a person and not a company.',
    no: 'Not at a public mailbox provider.',
  },
  hasWebsite: {
    name: 'Website',
    yes: 'The domain, or its www, leads to a server.',
    no: 'No website was found at the domain.',
  },
}

export const verify = translatable('pages/verify/verify', 'verify', {
  title: 'Verify addresses',
  text: 'Looks at the form of an address, typos, disposable domains and DNS. No email is sent.',
  tabs: { one: 'One address', many: 'Many addresses' },
  address: 'Address',
  check: 'Check',
  valid: 'Can receive email',
  invalid: 'Cannot receive email',
  suggestion: 'Did you mean',
  takeSuggestion: (address: string) => `Check ${address} instead`,
  findings: 'What was found',
  flagList: 'Each check',
  yes: 'Yes',
  no: 'No',
  flags,
  many: {
    tooMany: (most: string) => `At most ${most} at once.`,
    check: (count: number) => `Check ${plural(count, 'address', 'addresses')}`,
    checkNone: 'Check',
    stop: 'Stop',
    progress: 'Addresses that are checked',
    summary: (valid: string, invalid: string) => `${valid} can receive email, ${invalid} cannot`,
    results: 'Results',
    download: 'Download as CSV',
    columns: { email: 'Address', verdict: 'Verdict', notes: 'Notes', suggestion: 'Did you mean' },
    good: 'Valid',
    bad: 'Invalid',
    failed: 'Not checked',
  },
})
