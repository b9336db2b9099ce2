type DescribedChange = {
  label: string
  name: string
  action: 'created' | 'changed' | 'deleted' | 'kept'
  fields: readonly string[]
  because?: string
}

/** `17 people`, `1 contact`. */
export const peopleWords = (count: number, noun: 'person' | 'contact' = 'person'): string => {
  const many = noun === 'person' ? 'people' : 'contacts'
  return `${count.toLocaleString('en')} ${count === 1 ? noun : many}`
}

/** A change as a sentence. */
export function wordsOf({ label, name, action, fields, because }: DescribedChange): string {
  const record = name === '' ? `the ${label}` : `the ${label} "${name}"`
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
