// Search and filters above a list. They are in the address, so a link shows the same to somebody else.
import { usePageSearch } from '../../app/page-search.ts'
import { SearchField } from '../../components/forms/search-field.tsx'
import { Select } from '../../components/forms/select.tsx'
import { listTexts as texts } from './list.texts.ts'

type ListSearchProps = {
  label: string
  /** The parameter of the address. */
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

type ListFilterProps<Value extends string> = {
  label: string
  /** The parameter of the address. */
  param: 'status' | 'type' | 'verified' | 'reason' | 'subscribed' | 'recipients'
  values: readonly Value[]
  names: Readonly<Record<Value, string>>
}

/** Shows only the rows that have the chosen value. */
export function ListFilter<Value extends string>({ label, param, values, names }: ListFilterProps<Value>) {
  const { search, change } = usePageSearch()
  return (
    <Select<string>
      label={label}
      prefix={`${label}:`}
      value={search[param] ?? ANY}
      options={[{ value: ANY, label: texts.any }, ...values.map((value) => ({ value, label: names[value] }))]}
      onChange={(chosen) => change({ [param]: chosen === ANY ? undefined : chosen })}
    />
  )
}
