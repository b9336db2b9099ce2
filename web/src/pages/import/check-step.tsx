import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { startImport } from '../../api/imports.ts'
import { segmentListQuery } from '../../api/segments.ts'
import type { ImportOptions } from '../../api/imports.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Card } from '../../components/page.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { SwitchRow } from '../../components/forms/switch-row.tsx'
import { useList } from '../../patterns/list/use-list.ts'
import { CheckCard } from './check-card.tsx'
import { followImport } from './follow-import.ts'
import { mapOf } from './guess-columns.ts'
import { imports } from './import.texts.ts'
import { checkFile } from './read-file.ts'
import type { ReadFile } from './read-file.ts'

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

type OptionsProps = { options: Choices; onChange: (options: Choices) => void }

function Options({ options, onChange }: OptionsProps) {
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
