export const addressesTexts = {
  label: 'Addresses',
  hint: 'One per line, or with commas between them.',
  none: 'There is no address in it.',
  found: (count: string) => (count === '1' ? '1 address' : `${count} addresses`),
  wrong: (count: string, first: string) =>
    count === '1' ? `“${first}” is not an address` : `${count} are not addresses, such as “${first}”`,
  running: (done: string, total: string) => `${done} of ${total}`,
}
