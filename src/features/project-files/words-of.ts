type DescribedChange = {
  label: string
  name: string
  action: 'created' | 'changed' | 'deleted' | 'kept'
  fields: readonly string[]
  because?: string
}

/** A change as a sentence. */
export function wordsOf({ label, name, action, fields, because }: DescribedChange): string {
  const record = label === 'brand kit' ? 'the brand kit' : `the ${label} "${name}"`
  switch (action) {
    case 'created':
      return `Creates ${record}.`
    case 'changed':
      return `Changes ${listed(fields)} of ${record}.`
    case 'deleted':
      return `Deletes ${record}.`
    case 'kept':
      return `Keeps ${record}. ${because ?? ''}`.trim()
  }
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last
}
