// The toolbar for selected contacts. The action is a job of the server: it continues when the user leaves the page.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { bulkContacts, jobQuery } from '../../../api/audience/contacts.ts'
import type { ContactFilter } from '../../../api/audience/contacts.ts'
import { useChange } from '../../../app/use-change.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button, IconButton } from '../../../components/forms/button.tsx'
import { ConfirmDialog } from '../../../components/overlays/dialog.tsx'
import { formatCount } from '../../../format/number.ts'
import { toast } from '../../../components/overlays/toast.tsx'
import { bulkChoice } from './bulk-choice.ts'
import { BulkSegmentDialog } from './bulk-segment-dialog.tsx'
import type { AddToSegment } from './bulk-segment-dialog.tsx'
import { BulkTopicsDialog } from './bulk-topics-dialog.tsx'
import type { SetTopics } from './bulk-topics-dialog.tsx'
import { contacts as texts } from '../contacts.texts.ts'

type BulkBarProps = {
  ids: ReadonlySet<string>
  /** The filter of the list, for "select all that match". */
  filter: ContactFilter
  total: number | undefined
  onClear: () => void
}

type Action = { action: 'subscribe' | 'unsubscribe' | 'delete' } | SetTopics | AddToSegment

export function BulkBar({ ids, filter, total, onClear }: BulkBarProps) {
  // Applies to this selection only; selecting other rows resets it.
  const [allSelectedFor, setAllSelectedFor] = useState<ReadonlySet<string>>()
  const isAll = allSelectedFor === ids
  const [dialog, setDialog] = useState<'delete' | 'segment' | 'topics'>()
  const closeDialog = () => setDialog(undefined)
  const { start, job } = useBulkJob(onClear)
  const choice = bulkChoice({ ids, total, filter }, isAll)
  const run = (action: Action) => {
    closeDialog()
    start.mutate({ ...action, ...choice.body })
  }
  if (ids.size === 0 && !job) return null
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-6 z-20 flex justify-center px-4 md:left-60">
      <div
        role="toolbar"
        aria-label={texts.bulk.label}
        className="animate-arrive pointer-events-auto flex flex-wrap items-center gap-1 rounded-full border border-line bg-panel py-1.5 pr-2 pl-4 shadow-popup"
      >
        {job ? (
          <p role="status" className="tabular py-1.5 pr-2 text-sm font-medium">
            {texts.bulk.running(formatCount(job.progress.done), formatCount(job.progress.total ?? ids.size))}
          </p>
        ) : (
          <>
            <p role="status" className="tabular pr-2 text-sm font-medium">
              {texts.bulk.selected(formatCount(choice.count))}
            </p>
            {choice.canSelectAll && total !== undefined && (
              <Button size="small" look="quiet" onClick={() => setAllSelectedFor(ids)}>
                {texts.bulk.selectAll(formatCount(total))}
              </Button>
            )}
            <Button size="small" look="quiet" onClick={() => run({ action: 'subscribe' })}>
              {texts.bulk.subscribe}
            </Button>
            <Button size="small" look="quiet" onClick={() => run({ action: 'unsubscribe' })}>
              {texts.bulk.unsubscribe}
            </Button>
            <Button size="small" look="quiet" onClick={() => setDialog('segment')}>
              {texts.bulk.addToSegment}
            </Button>
            <Button size="small" look="quiet" onClick={() => setDialog('topics')}>
              {texts.bulk.topics}
            </Button>
            <Button size="small" look="danger" icon={<Trash2 />} onClick={() => setDialog('delete')}>
              {texts.bulk.delete}
            </Button>
            <IconButton label={texts.bulk.clear} onClick={onClear}>
              <X />
            </IconButton>
          </>
        )}
      </div>
      <ConfirmDialog
        title={texts.bulk.confirmTitle(choice.count)}
        description={texts.bulk.confirmText}
        cancel={texts.bulk.cancel}
        submit={texts.bulk.confirm(choice.count)}
        isOpen={dialog === 'delete'}
        onClose={closeDialog}
        onConfirm={() => run({ action: 'delete' })}
      />
      <BulkSegmentDialog
        count={choice.count}
        isOpen={dialog === 'segment'}
        onClose={closeDialog}
        onSubmit={run}
      />
      <BulkTopicsDialog
        count={choice.count}
        isOpen={dialog === 'topics'}
        onClose={closeDialog}
        onSubmit={run}
      />
    </div>
  )
}

function useBulkJob(onClear: () => void) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const [jobId, setJobId] = useState<string>()
  const start = useChange({ call: bulkContacts, onSuccess: (started) => setJobId(started.jobId) })
  const { data: job } = useQuery(jobQuery(api, jobId))
  const isOver = job !== undefined && (job.status === 'DONE' || job.status === 'FAILED')
  const done = job?.progress.done ?? 0
  useEffect(() => {
    if (!isOver) return
    onClear()
    toast.good(texts.bulk.done(done))
    void queryClient.invalidateQueries({ queryKey: [api.projectId, '/contacts'] })
    void queryClient.invalidateQueries({ queryKey: [api.projectId, '/segments'] })
  }, [isOver, done, onClear, queryClient, api.projectId])
  return { start, job: isOver ? undefined : job }
}
