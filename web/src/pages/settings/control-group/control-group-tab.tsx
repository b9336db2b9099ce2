import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ControlGroupPatch } from '../../../../../src/features/projects/control-group.schema.ts'
import { changeProject, projectQuery } from '../../../api/project/project.ts'
import type { Project } from '../../../api/project/project.ts'
import { useChange } from '../../../app/use-change.ts'
import { useProject } from '../../../app/use-project.ts'
import { TextField } from '../../../components/forms/field.tsx'
import { sentence } from '../../../components/forms/sentence.ts'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { Skeleton } from '../../../components/notices/skeleton.tsx'
import { Card, Facts } from '../../../components/page.tsx'
import { Time } from '../../../format/time.tsx'
import { RoleNotice } from '../../../patterns/role/role-notice.tsx'
import { SaveBar } from '../save-bar.tsx'
import { controlGroupTexts as texts } from './control-group.texts.ts'
import { ControlGroupReport } from './control-group-report.tsx'

export function ControlGroupTab() {
  const { api } = useProject()
  const { data, error, refetch } = useQuery(projectQuery(api))
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  return (
    <>
      <RoleNotice needs="admin" />
      {data ? (
        <>
          <ShareForm key={data.updatedAt} saved={data.controlGroup} />
          <ControlGroupReport controlGroup={data.controlGroup} />
        </>
      ) : (
        <Skeleton className="h-96 rounded-xl" />
      )}
    </>
  )
}

function ShareForm({ saved }: { saved: Project['controlGroup'] }) {
  const { api, may } = useProject()
  const [typed, setTyped] = useState(String(saved.percent))
  const save = useChange({
    call: (_, percent: number) => changeProject(api, { controlGroup: { percent } }),
    record: projectQuery(api),
    done: texts.saved,
  })
  const percent = typed.trim() === '' ? Number.NaN : Number(typed)
  const problem = ControlGroupPatch.safeParse({ percent }).error?.issues[0]?.message
  const isReadOnly = !may('admin')
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (problem === undefined && !save.isPending) save.mutate(percent)
      }}
    >
      <p className="max-w-3xl text-sm text-soft">{texts.text}</p>
      <fieldset disabled={isReadOnly} className="max-w-xl min-w-0">
        <Card title={texts.share}>
          <TextField
            label={texts.percent}
            hint={texts.percentHint}
            inputMode="numeric"
            value={typed}
            error={problem === undefined ? undefined : sentence(problem)}
            onText={setTyped}
          />
          {saved.since !== null && (
            <div className="pt-3">
              <Facts facts={[[texts.since, <Time key="since" at={saved.since} />]]} />
              <p className="pt-1 text-xs text-soft">{texts.anew}</p>
            </div>
          )}
        </Card>
      </fieldset>
      {!isReadOnly && (
        <SaveBar
          isDirty={percent !== saved.percent}
          isBusy={save.isPending}
          onReset={() => setTyped(String(saved.percent))}
        />
      )}
    </form>
  )
}
