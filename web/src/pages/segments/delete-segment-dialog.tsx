import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deleteSegment, segmentQuery } from '../../api/segments.ts'
import type { SegmentUse, UsedSegment } from '../../api/segments.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { deleteDraft } from '../../patterns/draft/draft-storage.ts'
import { segments } from './segments.texts.ts'
import { Uses } from './uses.tsx'

const texts = segments.deleting

type Props = { segment: UsedSegment; isOpen: boolean; onClose: () => void }

/** Shows what uses the segment; the server decides. */
export function DeleteSegmentDialog({ segment, isOpen, onClose }: Props) {
  const { api, project } = useProject()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => deleteSegment(api, segment.id),
    onSuccess: async () => {
      deleteDraft('segment', segment.id)
      toast.good(texts.done)
      await navigate({ to: '/app/p/$projectId/segments', params: { projectId: project.id } })
      queryClient.removeQueries({ queryKey: segmentQuery(api, segment.id).queryKey })
      await queryClient.invalidateQueries({ queryKey: [api.projectId, '/segments'] })
    },
    // Something may use it since the page was loaded.
    onError: () => queryClient.invalidateQueries({ queryKey: segmentQuery(api, segment.id).queryKey }),
  })
  const blocking = segment.usedBy.filter(({ kind }) => kind !== 'segment')
  const breaking = segment.usedBy.filter(({ kind }) => kind === 'segment')
  return (
    <Dialog title={texts.title(segment.name)} description={texts.text} isOpen={isOpen} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <UseList text={texts.blocked} hint={texts.blockedHint} uses={blocking} />
        <UseList text={texts.breaks} uses={breaking} />
        {remove.isError && <ErrorNotice error={remove.error} />}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button
          look="destroy"
          disabled={blocking.length > 0}
          isBusy={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {texts.submit}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function UseList({ text, hint, uses }: { text: string; hint?: string; uses: readonly SegmentUse[] }) {
  if (uses.length === 0) return null
  return (
    <section className="text-sm">
      <p className="mb-2 font-medium">{text}</p>
      <Uses of={uses} />
      {hint !== undefined && <p className="mt-2 text-soft">{hint}</p>}
    </section>
  )
}
