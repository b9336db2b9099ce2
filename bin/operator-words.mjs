// The first words of the commands that work on the machine of the server (src/commands/operate). They need its packages.
export const OPERATOR_WORDS = [
  'start',
  'inbox',
  'projects',
  'keys',
  'accounts',
  'feedback',
  'backup',
  'restore',
  'dkim-zone',
  'objects',
  'rehearse-upgrade',
  'explain-bounce',
]

/**
 * Whether a command line is one of the operator's. A line that begins with an option is taken for one.
 * @param {string[]} words
 */
export function isOfOperator(words) {
  const first = words[0]
  if (first === undefined || first === '--help' || first === '-h' || first === '--version') return false
  return first.startsWith('-') || OPERATOR_WORDS.includes(first)
}
