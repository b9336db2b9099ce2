import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { jobQuery } from '../../api/audience/contacts.ts'
import type { Job } from '../../api/audience/imports.ts'
import { importSuppressions } from '../../api/audience/suppressions.ts'
import type { SuppressionReason } from '../../api/audience/suppressions.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Progress } from '../../components/notices/progress.tsx'
import { formatCount } from '../../format/number.ts'
import { Dialog, DialogActions, DialogForm } from '../../components/overlays/dialog.tsx'
import { suppressions } from './suppressions.texts.ts'
import { optionsOf } from '../../components/forms/select.tsx'

const texts = suppressions.importing

// The job has up to 1,000.
const SHOWN_PROBLEMS = 5

export function ImportSuppressionsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title={texts.title} description={texts.text} isOpen={isOpen} onClose={onClose}>
      <ImportForm onDone={onClose} />
    </Dialog>
  )
}

function ImportForm({ onDone }: { onDone: () => void }) {
  const [file, setFile] = useState<File>()
  const [reason, setReason] = useState<SuppressionReason>('manual')
  const start = useChange({
    call: (api, chosen: File) => importSuppressions(api, chosen, reason),
    showsError: true,
  })
  if (start.data) return <ImportProgress jobId={start.data.jobId} onDone={onDone} />
  return (
    <DialogForm
      submit={texts.submit}
      isBusy={start.isPending}
      isDisabled={file === undefined}
      onSubmit={() => file && start.mutate(file)}
      onCancel={onDone}
    >
      <TextField
        label={texts.file}
        hint={texts.fileHint}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        onChange={({ target }) => setFile(target.files?.[0])}
      />
      <SelectField
        label={texts.reason}
        value={reason}
        options={optionsOf(suppressions.reasons)}
        onChange={setReason}
      />
      {start.isError && <ErrorNotice error={start.error} />}
    </DialogForm>
  )
}

function ImportProgress({ jobId, onDone }: { jobId: string; onDone: () => void }) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const { data: job, error, refetch } = useQuery(jobQuery(api, jobId))
  const isOver = job?.status === 'DONE' || job?.status === 'FAILED'
  const { projectId } = api
  useEffect(() => {
    if (isOver) void queryClient.invalidateQueries({ queryKey: [projectId, '/suppressions'] })
  }, [isOver, queryClient, projectId])
  const { done, failed, total } = job?.progress ?? { done: 0, failed: 0, total: null }
  return (
    <>
      {error && !job && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      <Progress label={texts.progress} done={done + failed} total={total} />
      <p role="status" className="tabular mt-2 text-sm">
        {isOver
          ? texts.outcome({ done: formatCount(done), failed: formatCount(failed) })
          : texts.running(formatCount(done + failed), total === null ? '…' : formatCount(total))}
      </p>
      {job && <Problems job={job} />}
      <DialogActions>
        <Button look="primary" onClick={onDone}>
          {isOver ? texts.close : texts.leave}
        </Button>
      </DialogActions>
    </>
  )
}

function Problems({ job }: { job: Job }) {
  if (job.errors.length === 0) return null
  return (
    <ul className="mt-2 list-disc pl-5 text-xs text-soft">
      {job.errors.slice(0, SHOWN_PROBLEMS).map(({ row, field, message }) => (
        <li key={row}>{texts.problem(formatCount(row), field === null ? message : `${field} ${message}`)}</li>
      ))}
    </ul>
  )
}
