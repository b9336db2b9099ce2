import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { Operation } from '../../../../src/features/operations/operations.schema.ts'
import { jobQuery } from '../../api/audience/contacts.ts'
import { replayWebhook } from '../../api/connections/webhooks.ts'
import type { Webhook } from '../../api/connections/webhooks.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { localInputText } from '../../components/forms/local-time.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Progress } from '../../components/notices/progress.tsx'
import { formatCount } from '../../format/number.ts'
import { Dialog, DialogActions, DialogForm } from '../../components/overlays/dialog.tsx'
import { webhooks } from './webhooks.texts.ts'

const texts = webhooks.replaying

type Props = { webhook: Webhook; isOpen: boolean; onClose: () => void }

export function ReplayDialog({ webhook, isOpen, onClose }: Props) {
  return (
    <Dialog title={texts.title} description={texts.text} isOpen={isOpen} onClose={onClose}>
      <Replay webhook={webhook} onClose={onClose} />
    </Dialog>
  )
}

const HOUR_MS = 3_600_000

/** The last day, up to the next minute, to include the newest events. */
function defaultRange(): { from: string; to: string } {
  const now = Date.now()
  return {
    from: localInputText(new Date(now - 24 * HOUR_MS)),
    to: localInputText(new Date(now + HOUR_MS / 60)),
  }
}

function Replay({ webhook, onClose }: Omit<Props, 'isOpen'>) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const [range, setRange] = useState(defaultRange)
  const start = useMutation({
    mutationFn: () =>
      replayWebhook(api, webhook.id, {
        from: new Date(range.from).toISOString(),
        to: new Date(range.to).toISOString(),
      }),
  })
  const { data: job = start.data } = useQuery(jobQuery(api, start.data?.jobId))
  const isOver = job?.status === 'DONE' || job?.status === 'FAILED'
  useEffect(() => {
    if (!isOver) return
    void queryClient.invalidateQueries({ queryKey: [api.projectId, `/webhooks/${webhook.id}/deliveries`] })
  }, [isOver, queryClient, api.projectId, webhook.id])
  if (job) return <ReplayProgress job={job} onClose={onClose} />
  const isMissing = range.from === '' || range.to === ''
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <DialogForm
      submit={texts.submit}
      isBusy={start.isPending}
      isDisabled={isMissing}
      onSubmit={() => start.mutate()}
      onCancel={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {(['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            label={texts[end]}
            type="datetime-local"
            error={isMissing && range[end] === '' ? texts.missing : undefined}
            value={range[end]}
            onText={(text) => setRange((old) => ({ ...old, [end]: text }))}
          />
        ))}
      </div>
      <p className="text-xs text-soft">{texts.zone(timeZone)}</p>
      {start.isError && <ErrorNotice error={start.error} />}
    </DialogForm>
  )
}

type Job = z.infer<typeof Operation>

/** The job continues when the dialog is closed. */
function ReplayProgress({ job: { status, progress, errors }, onClose }: { job: Job; onClose: () => void }) {
  const running =
    progress.total === null
      ? texts.counting
      : texts.running(formatCount(progress.done), formatCount(progress.total))
  return (
    <div className="flex flex-col gap-3">
      <Progress label={texts.progress} done={progress.done} total={progress.total} />
      <p role="status" className="tabular text-sm font-medium">
        {status === 'DONE' ? texts.done(progress.done) : running}
      </p>
      {status === 'FAILED' && <ErrorNotice error={new Error(errors[0]?.message ?? texts.failed)} />}
      <DialogActions>
        <Button onClick={onClose}>{texts.close}</Button>
      </DialogActions>
    </div>
  )
}
