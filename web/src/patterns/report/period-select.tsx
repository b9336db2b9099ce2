// The period of a report in days, kept in the address of the page.
import { usePageSearch } from '../../app/page-search.ts'
import { optionsOf, Select } from '../../components/forms/select.tsx'
import { DEFAULT_PERIOD } from './period.ts'
import type { Period } from './period.ts'
import { reportTexts as texts } from './report.texts.ts'

const OPTIONS = optionsOf(texts.periods)

export function PeriodSelect({ days }: { days: Period }) {
  const { change } = usePageSearch()
  return (
    <Select
      label={texts.period}
      value={days}
      options={OPTIONS}
      onChange={(chosen) =>
        change({ days: chosen === DEFAULT_PERIOD ? undefined : chosen }, { replace: true })
      }
    />
  )
}
