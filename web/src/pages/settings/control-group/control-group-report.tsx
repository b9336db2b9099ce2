import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { controlGroupReportQuery } from '../../../api/audience/control-group.ts'
import type { ControlGroupQuestion } from '../../../api/audience/control-group.ts'
import type { Project } from '../../../api/project/project.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button } from '../../../components/forms/button.tsx'
import { TextField } from '../../../components/forms/field.tsx'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { Skeleton } from '../../../components/notices/skeleton.tsx'
import { Card } from '../../../components/page.tsx'
import { EventField } from '../../../patterns/event/event-field.tsx'
import { HoldoutComparison } from '../../../patterns/holdout/holdout-comparison.tsx'
import { holdoutTexts } from '../../../patterns/holdout/holdout.texts.ts'
import { DownloadReport } from '../../../patterns/report/download-report.tsx'
import { controlGroupTexts as texts } from './control-group.texts.ts'
import { locale } from '../../../i18n/language.ts'

export function ControlGroupReport({ controlGroup }: { controlGroup: Project['controlGroup'] }) {
  const [event, setEvent] = useState('')
  const [value, setValue] = useState('')
  const [asked, setAsked] = useState<ControlGroupQuestion>()
  if (controlGroup.percent === 0) {
    return (
      <Card title={texts.report}>
        <p className="text-sm text-soft">{texts.none}</p>
      </Card>
    )
  }
  return (
    <Card title={texts.report} isFlush>
      <form
        noValidate
        className="flex flex-col gap-3 px-4 pb-4"
        onSubmit={(submitted) => {
          submitted.preventDefault()
          if (event !== '') setAsked({ event, value: value || undefined })
        }}
      >
        <p className="max-w-3xl text-sm text-soft">{texts.reportText}</p>
        <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
          <EventField label={texts.event} hint={texts.eventHint} value={event} onText={setEvent} />
          <TextField
            label={texts.value}
            hint={texts.valueHint}
            placeholder="data.total"
            value={value}
            onText={setValue}
          />
        </div>
        <div>
          <Button type="submit" disabled={event === ''}>
            {texts.compare}
          </Button>
        </div>
      </form>
      {asked && <Answer asked={asked} />}
    </Card>
  )
}

function Answer({ asked }: { asked: ControlGroupQuestion }) {
  const { api } = useProject()
  const { data, error, refetch } = useQuery(controlGroupReportQuery(api, asked))
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="mx-4 mb-4 h-40 rounded-xl" />
  const day = (at: string) => new Date(at).toLocaleDateString(locale)
  return (
    <>
      <HoldoutComparison
        result={data}
        heldBack={holdoutTexts.controlGroup}
        notice={texts.notice(data.event, day(data.from), day(data.to))}
      />
      <div className="px-4 pb-4">
        <DownloadReport size="small" name="control-group" path="/control-group/report/export" query={asked} />
      </div>
    </>
  )
}
