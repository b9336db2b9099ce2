// Search and filters above a list. They are in the URL, so that links include them.
import { usePageSearch } from '../../app/page-search.ts'
import { SearchField } from '../../components/forms/search-field.tsx'
import { optionsOf, Select } from '../../components/forms/select.tsx'
import { listTexts as texts } from './list.texts.ts'

type ListSearchProps = {
  label: string
  param?: 'q' | 'contact'
  maxLength?: number
  isWide?: boolean
}

export function ListSearch({ param = 'q', ...field }: ListSearchProps) {
  const { search, change } = usePageSearch()
  return (
    <SearchField
      {...field}
      value={search[param] ?? ''}
      onChange={(text) => change({ [param]: text || undefined }, { replace: true })}
    />
  )
}

const ANY = 'any'

type ListFilterProps = {
  label: string
  param: 'status' | 'type' | 'verified' | 'reason' | 'subscribed' | 'recipients'
  names: Readonly<Record<string, string>>
}

export function ListFilter({ label, param, names }: ListFilterProps) {
  const { search, change } = usePageSearch()
  return (
    <Select
      label={label}
      prefix={`${label}:`}
      value={search[param] ?? ANY}
      options={[{ value: ANY, label: texts.any }, ...optionsOf(names)]}
      onChange={(chosen) => change({ [param]: chosen === ANY ? undefined : chosen })}
    />
  )
}
