import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Download, LoaderCircle } from 'lucide-react'
import { jobQuery } from '../../api/audience/contacts.ts'
import type { Job } from '../../api/audience/imports.ts'
import { useProject } from '../../app/use-project.ts'
import { Button, buttonClass } from '../../components/forms/button.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { formatCount } from '../../format/number.ts'
import { Card } from '../../components/page.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { PlainColumn } from '../../components/tables/plain-table.tsx'
import { Progress } from '../../components/notices/progress.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { saveFile } from '../../patterns/save-file.ts'
import { imports } from './import.texts.ts'
import { usePace } from '../../patterns/running/use-pace.ts'

const texts = imports.run

export function ImportRun({ jobId, onRestart }: { jobId: string; onRestart: () => void }) {
  const { api, project } = useProject()
  const { data: job, dataUpdatedAt, error, refetch } = useQuery(jobQuery(api, jobId))
  if (error && !job) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!job) return <Skeleton className="h-40 rounded-xl" />
  const isOver = job.status === 'DONE' || job.status === 'FAILED'
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      <Card>
        <Heading job={job} />
        <div className="mt-4">
          <Progress
            label={texts.progress}
            done={job.progress.done + job.progress.failed}
            total={job.progress.total}
          />
        </div>
        {isOver ? <Figures job={job} /> : <Pace job={job} at={dataUpdatedAt} />}
      </Card>
      {job.errors.length > 0 && <ErrorCard job={job} />}
      {isOver && (
        <div className="flex justify-end gap-2">
          <Button onClick={onRestart}>{texts.another}</Button>
          <Link
            to="/app/p/$projectId/contacts"
            params={{ projectId: project.id }}
            className={buttonClass({ look: 'primary' })}
          >
            {texts.show}
          </Link>
        </div>
      )}
    </div>
  )
}

function Heading({ job }: { job: Job }) {
  const words = { QUEUED: texts.queued, RUNNING: texts.running, DONE: texts.done, FAILED: texts.failed }
  return (
    <div role="status">
      <h2 className="flex items-center gap-2.5 pt-2 text-base font-semibold">
        {job.status === 'DONE' && <CircleCheck className="size-5 text-good" aria-hidden />}
        {job.status === 'FAILED' && <CircleAlert className="size-5 text-bad" aria-hidden />}
        {(job.status === 'QUEUED' || job.status === 'RUNNING') && (
          <LoaderCircle className="size-5 animate-spin text-accent-text" aria-hidden />
        )}
        {words[job.status]}
      </h2>
    </div>
  )
}

function Pace({ job: { progress }, at }: { job: Job; at: number }) {
  const { rate, remaining } = usePace(progress, at)
  const { done, failed, total } = progress
  return (
    <>
      <p className="tabular mt-2 flex flex-wrap justify-between gap-x-4 text-sm">
        <span>{texts.of(formatCount(done + failed), total === null ? '…' : formatCount(total))}</span>
        <span className="text-soft">
          {rate !== undefined && texts.rate(formatCount(rate))}
          {remaining !== undefined && ` · ${texts.remaining(remaining)}`}
        </span>
      </p>
      <p className="mt-3 text-sm text-soft">{texts.leave}</p>
    </>
  )
}

function Figures({ job: { progress, contacts } }: { job: Job }) {
  const { done, failed } = progress
  const figures = [
    [texts.imported, done],
    [texts.refused, failed],
    [texts.created, contacts?.created],
    [texts.existing, contacts?.existing],
  ].filter((figure): figure is [string, number] => figure[1] !== undefined)
  return (
    <dl className="mt-4 grid grid-cols-2 gap-3">
      {figures.map(([name, count]) => (
        <div key={name} className="rounded-lg border border-line px-3 py-2">
          <dt className="text-xs text-soft">{name}</dt>
          <dd className="tabular text-lg font-semibold">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

type ImportError = Job['errors'][number]

// The download has all of them.
const MAX_SHOWN = 50

const COLUMNS: PlainColumn<ImportError>[] = columnsOf(texts.errorColumns, {
  row: { cell: ({ row }) => <span className="tabular">{formatCount(row)}</span> },
  field: { isSoft: true, cell: ({ field }) => field },
  message: { cell: ({ message }) => message },
  value: {
    isSoft: true,
    cell: ({ value }) => (
      <span className="block max-w-72 truncate" title={value}>
        {value}
      </span>
    ),
  },
})

async function downloadErrors(errors: readonly ImportError[]): Promise<void> {
  const { unparse } = await import('papaparse')
  // A column name may look like a spreadsheet formula.
  saveFile('import-errors.csv', unparse([...errors], { escapeFormulae: true }))
}

function ErrorCard({ job: { errors, progress } }: { job: Job }) {
  const shown = errors.slice(0, MAX_SHOWN)
  return (
    <Card
      title={texts.errors}
      isFlush
      actions={
        <Button size="small" icon={<Download />} onClick={() => void downloadErrors(errors)}>
          {texts.download}
        </Button>
      }
    >
      <PlainTable
        label={texts.errorList}
        columns={COLUMNS}
        rows={shown}
        idOf={({ row, field }) => `${row} ${field}`}
      />
      {progress.failed > shown.length && (
        <p className="border-t border-line px-4 py-3 text-xs text-soft">
          {texts.moreErrors(formatCount(shown.length), formatCount(progress.failed))}
        </p>
      )}
    </Card>
  )
}
