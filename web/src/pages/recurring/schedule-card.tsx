import { Cron } from 'croner'
import { parseCron } from '../../../../src/platform/time/cron.schema.ts'
import { isTimeZone } from '../../../../src/platform/time/timezone.schema.ts'
import { TextField } from '../../components/forms/field.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { optionsOf } from '../../components/forms/select.tsx'
import { SwitchRow } from '../../components/forms/switch-row.tsx'
import { WeekdayButtons } from '../../components/forms/weekday-buttons.tsx'
import { Card } from '../../components/page.tsx'
import { editorTexts } from './recurring.texts.ts'
import { cronOf, ofKind, readSchedule } from '../../patterns/schedule/schedule.ts'
import type { Schedule } from '../../patterns/schedule/schedule.ts'
import type { RecurringDraft } from './use-recurring-draft.ts'
import { useState } from 'react'
import { locale } from '../../i18n/language.ts'

const { schedule: texts } = editorTexts

const KINDS = optionsOf(texts.kinds)
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')]
const SHOWN_RUNS = 3

type CardProps = { draft: RecurringDraft; isReadOnly: boolean }

export function ScheduleCard({ draft, isReadOnly }: CardProps) {
  const { fields, problems, change } = draft
  const [isCustom, setIsCustom] = useState(false)
  const read = readSchedule(fields.cron)
  const schedule: Schedule = isCustom ? { kind: 'custom', cron: fields.cron } : read
  const setSchedule = (changed: Schedule) => change({ cron: cronOf(changed) })
  const timezone = fields.timezone ?? 'UTC'
  return (
    <Card title={texts.title}>
      <fieldset disabled={isReadOnly} className="flex min-w-0 flex-col gap-4">
        <SwitchRow
          label={editorTexts.enabled}
          hint={editorTexts.enabledHint}
          isOn={fields.enabled ?? true}
          isDisabled={isReadOnly}
          onChange={(enabled) => change({ enabled })}
        />
        <SelectField
          label={texts.kind}
          value={schedule.kind}
          options={KINDS}
          isDisabled={isReadOnly}
          onChange={(kind) => {
            setIsCustom(kind === 'custom')
            setSchedule(ofKind(schedule, kind))
          }}
        />
        <ScheduleFields
          schedule={schedule}
          error={problems['cron']}
          isReadOnly={isReadOnly}
          onChange={setSchedule}
        />
        <TextField
          label={texts.zone}
          value={timezone}
          error={problems['timezone']}
          suggestions={ZONES}
          onText={(zone) => change({ timezone: zone })}
        />
        <NextRuns cron={fields.cron} timezone={timezone} />
      </fieldset>
    </Card>
  )
}

type ScheduleFieldsProps = {
  schedule: Schedule
  error: string | undefined
  isReadOnly: boolean
  onChange: (schedule: Schedule) => void
}

function ScheduleFields({ schedule, error, isReadOnly, onChange }: ScheduleFieldsProps) {
  if (schedule.kind === 'custom') {
    return (
      <TextField
        label={texts.cron}
        hint={texts.cronHint}
        value={schedule.cron}
        error={error}
        onText={(cron) => onChange({ kind: 'custom', cron })}
      />
    )
  }
  return (
    <>
      {schedule.kind === 'weekly' && (
        <WeekdayButtons
          label={texts.days}
          hint={texts.daysHint}
          value={schedule.days}
          isDisabled={isReadOnly}
          onChange={(days) => days.length > 0 && onChange({ ...schedule, days })}
        />
      )}
      {schedule.kind === 'monthly' && (
        <TextField
          label={texts.day}
          hint={texts.dayHint}
          type="number"
          min={1}
          max={31}
          value={schedule.day}
          onText={(day) => onChange({ ...schedule, day: Math.min(31, Math.max(1, Number(day))) })}
        />
      )}
      <TextField
        label={texts.time}
        type="time"
        value={schedule.time}
        error={error}
        onText={(time) => time !== '' && onChange({ ...schedule, time })}
      />
    </>
  )
}

function NextRuns({ cron, timezone }: { cron: string; timezone: string }) {
  if (!parseCron(cron).ok || !isTimeZone(timezone)) return null
  const runs = new Cron(cron, { timezone, paused: true }).nextRuns(SHOWN_RUNS)
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: timezone,
  })
  return (
    <div className="text-sm">
      <p className="font-medium">{texts.next}</p>
      <ul className="flex flex-col gap-0.5 pt-1 text-soft">
        {runs.map((at) => (
          <li key={at.getTime()}>{format.format(at)}</li>
        ))}
      </ul>
    </div>
  )
}
