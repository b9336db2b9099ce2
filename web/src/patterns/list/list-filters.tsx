// Search and filters above a list. They are in the URL, so that links include them.
import { Rows3, Rows4 } from 'lucide-react'
import { usePageSearch } from '../../app/page-search.ts'
import { IconButton } from '../../components/forms/button.tsx'
import { SearchField } from '../../components/forms/search-field.tsx'
import { optionsOf, Select } from '../../components/forms/select.tsx'
import { NEWEST_FIRST } from '../../../../src/platform/record-sorts.values.ts'
import { setIsCompact, useIsCompact } from '../../hooks/use-is-compact.ts'
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

/** Switches compact rows on and off, at the end of the toolbar. */
export function ListDensity() {
  const isCompact = useIsCompact()
  return (
    <span className="ml-auto max-md:hidden">
      <IconButton label={texts.compact} aria-pressed={isCompact} onClick={() => setIsCompact(!isCompact)}>
        {isCompact ? <Rows4 /> : <Rows3 />}
      </IconButton>
    </span>
  )
}

/** The order of a list without table headers. */
export function ListSort() {
  const { search, change } = usePageSearch()
  return (
    <Select
      label={texts.sort}
      value={search.sort ?? NEWEST_FIRST}
      options={optionsOf(texts.sorts)}
      onChange={(chosen) => change({ sort: chosen === NEWEST_FIRST ? undefined : chosen }, { replace: true })}
    />
  )
}

const ANY = 'any'

type ListFilterProps = {
  label: string
  param: 'status' | 'type' | 'verified' | 'reason' | 'subscribed' | 'recipients' | 'state'
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
