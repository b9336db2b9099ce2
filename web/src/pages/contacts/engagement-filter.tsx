// Contacts by what they did with email, without building a filter. Each choice is a filter, which the panel shows and can refine.
import type { FilterTree } from '../../../../src/features/filters/filters.schema.ts'
import { usePageSearch } from '../../app/page-search.ts'
import { optionsOf, Select } from '../../components/forms/select.tsx'
import { contacts } from './contacts.texts.ts'
import { serialize } from './url-filter.ts'

const texts = contacts.engagement

const activity = (operator: 'triggered' | 'notTriggered', days?: number) =>
  (['opened', 'clicked'] as const).map((kind) => ({
    field: `emailActivity.${kind}` as const,
    operator,
    ...(days !== undefined && { within: { amount: days, unit: 'days' as const } }),
  }))

const GOT_EMAIL = { field: 'emailActivity.sent', operator: 'triggered' } as const

const FILTERS: Record<keyof typeof texts.choices, FilterTree> = {
  active: { operator: 'OR', conditions: activity('triggered', 30) },
  idle: { operator: 'AND', conditions: [GOT_EMAIL, ...activity('notTriggered', 90)] },
  never: { operator: 'AND', conditions: [GOT_EMAIL, ...activity('notTriggered')] },
}

const NAMES = Object.keys(FILTERS) as (keyof typeof FILTERS)[]
const ANY = 'any'

export function EngagementFilter() {
  const { search, change } = usePageSearch()
  const shown = serialize(search.filter)
  const chosen = NAMES.find((name) => serialize(FILTERS[name]) === shown)
  return (
    <Select
      label={texts.label}
      prefix={`${texts.label}:`}
      value={chosen ?? ANY}
      options={[{ value: ANY, label: texts.any }, ...optionsOf(texts.choices)]}
      onChange={(name) => change({ filter: name === ANY ? undefined : FILTERS[name] })}
    />
  )
}
