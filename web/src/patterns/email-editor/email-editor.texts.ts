/** Words of the pieces with which emails are written. */
export const emailEditor = {
  code: 'Body of the email, HTML or MJML with Liquid',
  preview: {
    title: 'Preview of the email',
    as: 'Show',
    asOptions: { empty: 'Without values', contact: 'As a contact', json: 'With own values' },
    contact: 'Address of the contact',
    contactHint: 'Type an address',
    noContact: 'There is no contact with this address.',
    json: 'Values as JSON',
    badJson: 'This is not a JSON object.',
    desktop: 'Desktop',
    phone: 'Phone',
    dark: 'Dark mode',
    text: 'Plain text',
    noSubject: '(no subject)',
    darkHint: 'Email apps with a dark mode turn the colours of emails that have none of their own.',
  },
  problems: {
    noProblems: 'No problems',
    count: (count: number) => (count === 1 ? '1 problem' : `${count} problems`),
    none: 'Nothing to fix',
    noneText: 'The email can be read, and nothing about it is likely to go wrong.',
    missing: (names: string) => `No value for ${names} in this preview; it is left out.`,
    show: (line: number) => `Show line ${line}`,
    levels: { error: 'Error', warning: 'Warning', info: 'Hint' },
  },
}
