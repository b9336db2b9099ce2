import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changeProject, projectQuery } from '../../../api/project/project.ts'
import type { Project } from '../../../api/project/project.ts'
import { useChange } from '../../../app/use-change.ts'
import { useProject } from '../../../app/use-project.ts'
import { TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { optionsOf } from '../../../components/forms/select.tsx'
import { SwitchRow } from '../../../components/forms/switch-row.tsx'
import { WeekdayButtons } from '../../../components/forms/weekday-buttons.tsx'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { Skeleton } from '../../../components/notices/skeleton.tsx'
import { Card } from '../../../components/page.tsx'
import { RoleNotice } from '../../../patterns/role/role-notice.tsx'
import { SaveBar } from '../save-bar.tsx'
import { changesFrom, draftOf, limitsOf, problemsOf } from './limits-draft.ts'
import type { LimitsDraft } from './limits-draft.ts'
import { LimitsPreview } from './limits-preview.tsx'
import { limitTexts as texts } from './limits.texts.ts'
import { Warning } from '../warning.tsx'
import { dropWarning } from './drop-warning.ts'

export function LimitsTab() {
  const { api } = useProject()
  const { data, error, refetch } = useQuery(projectQuery(api))
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  return (
    <>
      <RoleNotice needs="admin" />
      {data ? <LimitsForm key={data.updatedAt} project={data} /> : <Skeleton className="h-96 rounded-xl" />}
    </>
  )
}

function LimitsForm({ project }: { project: Project }) {
  const { api, may } = useProject()
  const [draft, setDraft] = useState(() => draftOf(project))
  const save = useChange({
    call: changeProject,
    record: projectQuery(api),
    done: texts.saved,
    refreshes: ['/emails', '/campaigns'],
  })
  const problems = problemsOf(draft)
  const isValid = Object.keys(problems).length === 0
  const changes = changesFrom(project, draft)
  const isReadOnly = !may('admin')
  const card = {
    draft,
    problems,
    isReadOnly,
    change: (part: Partial<LimitsDraft>) => setDraft({ ...draft, ...part }),
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid && !save.isPending) save.mutate(changes)
      }}
    >
      <p className="max-w-3xl text-sm text-soft">{texts.text}</p>
      <Warning text={dropWarning(project)} />
      <fieldset disabled={isReadOnly} className="grid min-w-0 items-start gap-4 lg:grid-cols-2">
        <CapCard {...card} />
        <QuietCard {...card} zone={project.timezone} />
      </fieldset>
      <LimitsPreview limits={limitsOf(draft)} isValid={isValid} />
      {!isReadOnly && (
        <SaveBar
          isDirty={Object.keys(changes).length > 0}
          isBusy={save.isPending}
          onReset={() => setDraft(draftOf(project))}
        />
      )}
    </form>
  )
}

type CardProps = {
  draft: LimitsDraft
  problems: Readonly<Record<string, string>>
  isReadOnly: boolean
  change: (part: Partial<LimitsDraft>) => void
}

function CapCard({ draft, problems, isReadOnly, change }: CardProps) {
  const { hasCap, emails, days, holdAtMostHours } = draft
  const [emailsError, daysError] = [problems['frequencyCap.emails'], problems['frequencyCap.days']]
  const isComplete = emailsError === undefined && daysError === undefined
  return (
    <Card title={texts.cap.title}>
      <SwitchRow
        label={texts.cap.switch}
        {...(!hasCap && { hint: texts.cap.off })}
        isOn={hasCap}
        isDisabled={isReadOnly}
        onChange={(isOn) => change({ hasCap: isOn })}
      />
      {hasCap && (
        <div className="flex flex-col gap-4 pt-2">
          <div className="grid grid-cols-2 items-start gap-3">
            <TextField
              label={texts.cap.emails}
              inputMode="numeric"
              value={emails}
              error={emailsError}
              onText={(text) => change({ emails: text })}
            />
            <TextField
              label={texts.cap.days}
              inputMode="numeric"
              value={days}
              error={daysError}
              onText={(text) => change({ days: text })}
            />
          </div>
          {isComplete && <p className="text-sm">{texts.cap.says(Number(emails), Number(days))}</p>}
          <TextField
            label={texts.cap.hold}
            hint={texts.cap.holdHint}
            inputMode="numeric"
            value={holdAtMostHours}
            error={problems['holdAtMostHours']}
            onText={(text) => change({ holdAtMostHours: text })}
          />
        </div>
      )}
    </Card>
  )
}

const ZONES = optionsOf(texts.quiet.zones)

function QuietCard({ draft, problems, isReadOnly, change, zone }: CardProps & { zone: string }) {
  const { isQuiet, from, to, weekdays, timezone } = draft
  return (
    <Card title={texts.quiet.title}>
      <SwitchRow
        label={texts.quiet.switch}
        {...(!isQuiet && { hint: texts.quiet.off })}
        isOn={isQuiet}
        isDisabled={isReadOnly}
        onChange={(isOn) => change({ isQuiet: isOn })}
      />
      {isQuiet && (
        <div className="flex flex-col gap-4 pt-2">
          <div className="grid grid-cols-2 items-start gap-3">
            <TextField
              label={texts.quiet.from}
              type="time"
              value={from}
              error={problems['quietHours.from']}
              onText={(text) => change({ from: text })}
            />
            <TextField
              label={texts.quiet.to}
              type="time"
              value={to}
              error={problems['quietHours.to']}
              onText={(text) => change({ to: text })}
            />
          </div>
          <p className="text-sm">
            {texts.quiet.says(from, to)} <span className="text-soft">{texts.quiet.waits}</span>
          </p>
          <WeekdayButtons
            label={texts.quiet.weekdays}
            hint={texts.quiet.weekdaysHint}
            value={weekdays}
            onChange={(chosen) => change({ weekdays: chosen })}
          />
          <SelectField
            label={texts.quiet.zone}
            hint={texts.quiet.zoneHint(zone)}
            value={timezone}
            options={ZONES}
            isDisabled={isReadOnly}
            onChange={(chosen) => change({ timezone: chosen })}
          />
        </div>
      )}
    </Card>
  )
}
