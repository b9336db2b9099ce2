import { useMutation, useQuery, useQueryClient, QueryObserver } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { startImport } from '../../api/audience/imports.ts'
import { segmentListQuery } from '../../api/audience/segments.ts'
import type { ImportOptions } from '../../api/audience/imports.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Card } from '../../components/page.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { SwitchRow } from '../../components/forms/switch-row.tsx'
import { useList } from '../../patterns/list/use-list.ts'
import { mapOf } from './guess-columns.ts'
import { imports } from './import.texts.ts'
import { checkFile, MAX_CHECKED_ROWS } from './read-file.ts'
import type { ReadFile, FileCheck } from './read-file.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { ProjectApi } from '../../api/client/client.ts'
import { jobQuery } from '../../api/audience/contacts.ts'
import { toast } from '../../components/overlays/toast.tsx'
import { formatCount } from '../../format/number.ts'

const texts = imports.options

type Choices = Omit<ImportOptions, 'map'>

const DEFAULTS: Choices = { subscribed: true, resubscribe: false, events: false }

type CheckStepProps = { file: ReadFile; onBack: () => void; onStarted: (jobId: string) => void }

export function CheckStep({ file, onBack, onStarted }: CheckStepProps) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const [options, setOptions] = useState<Choices>(DEFAULTS)
  const id = useId()
  const check = useQuery({
    queryKey: [api.projectId, 'import-check', id, mapOf(file.columns)],
    queryFn: ({ signal }) => checkFile(file, signal),
    gcTime: 0,
    staleTime: Infinity,
  })
  const start = useMutation({
    mutationFn: () => startImport(api, file.blob, { ...options, map: mapOf(file.columns) }),
    onSuccess: ({ jobId }) => {
      followImport(queryClient, api, jobId)
      onStarted(jobId)
    },
  })
  const count = check.data?.isWhole ? check.data.valid - check.data.duplicates : undefined
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <CheckCard check={check.data} error={check.error} />
        <Options options={options} onChange={setOptions} />
      </div>
      {start.isError && <ErrorNotice error={start.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onBack}>{imports.back}</Button>
        <Button
          look="primary"
          isBusy={start.isPending}
          disabled={check.data?.valid === 0}
          onClick={() => start.mutate()}
        >
          {count === undefined ? imports.startUnknown : imports.start(count)}
        </Button>
      </div>
    </>
  )
}

function Options({ options, onChange }: { options: Choices; onChange: (options: Choices) => void }) {
  const flag = (name: 'subscribed' | 'resubscribe' | 'events') => ({
    label: texts[name],
    hint: texts[`${name}Hint`],
    isOn: options[name],
    onChange: (isOn: boolean) => onChange({ ...options, [name]: isOn }),
  })
  return (
    <Card title={texts.title}>
      <p className="mb-1 text-sm text-soft">{texts.existing}</p>
      <div className="divide-y divide-line">
        <SwitchRow {...flag('subscribed')} />
        <SwitchRow {...flag('resubscribe')} />
        <SwitchRow {...flag('events')} />
      </div>
      <SegmentChoice
        value={options.segmentId}
        onChange={(segmentId) => onChange({ ...options, segmentId })}
      />
    </Card>
  )
}

const NONE = 'none'

type SegmentChoiceProps = { value: string | undefined; onChange: (id: string | undefined) => void }

/** Only static segments accept members. */
function SegmentChoice({ value = NONE, onChange }: SegmentChoiceProps) {
  const { api } = useProject()
  const { rows } = useList(segmentListQuery(api), 'segments')
  const lists = rows.filter(({ type }) => type === 'STATIC')
  if (lists.length === 0) return null
  return (
    <div className="mt-3">
      <SelectField
        label={texts.segment}
        value={value}
        options={[
          { value: NONE, label: texts.noSegment },
          ...lists.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(chosen) => onChange(chosen === NONE ? undefined : chosen)}
      />
    </div>
  )
}

/** Polls an import until it ends, on whatever page the user is, and shows a message. */
function followImport(queryClient: QueryClient, api: ProjectApi, jobId: string): void {
  const observer = new QueryObserver(queryClient, jobQuery(api, jobId))
  const stop = observer.subscribe(({ data: job }) => {
    if (job?.status !== 'DONE' && job?.status !== 'FAILED') return
    stop()
    const { done, failed } = job.progress
    if (job.status === 'DONE') {
      const note = failed > 0 ? imports.finishedWithErrors(failed) : undefined
      toast.good(imports.finished(done), note)
    } else toast.error(new Error(imports.run.failed))
    void queryClient.invalidateQueries({ queryKey: [api.projectId, '/contacts'] })
    void queryClient.invalidateQueries({ queryKey: [api.projectId, '/contacts/fields'] })
  })
}

const FIGURES = ['rows', 'valid', 'invalid', 'duplicates'] as const

function CheckCard({ check, error }: { check: FileCheck | undefined; error: unknown }) {
  return (
    <Card title={imports.check.title}>
      <div role="status">
        {!check && !error && <p className="text-sm text-soft">{imports.check.checking}</p>}
        {check && (
          <dl className="grid grid-cols-2 gap-3">
            {FIGURES.map((name) => (
              <div key={name} className="rounded-lg border border-line px-3 py-2">
                <dt className="text-xs text-soft">{imports.check[name]}</dt>
                <dd className="tabular text-lg font-semibold">{formatCount(check[name])}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {error !== null && error !== undefined && <ErrorNotice error={error} />}
      {check && <Notes of={check} />}
    </Card>
  )
}

function Notes({ of: check }: { of: FileCheck }) {
  return (
    <div className="mt-3 flex flex-col gap-1 text-sm text-soft">
      {!check.isWhole && <p>{imports.check.onlyFirst(formatCount(MAX_CHECKED_ROWS))}</p>}
      {check.duplicates > 0 && <p>{imports.check.duplicateNote}</p>}
      {check.invalid > 0 && (
        <>
          <p>{imports.check.invalidNote}</p>
          <h3 className="mt-2 text-xs font-medium">{imports.check.first}</h3>
          <ul className="list-disc pl-5 text-xs">
            {check.problems.map(({ row, message, value }) => (
              <li key={row}>{imports.check.row(formatCount(row), message, value)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
