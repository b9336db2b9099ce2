// Confirms saving a workflow with active executions.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelExecutions } from '../../../api/sending/workflows.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button } from '../../../components/forms/button.tsx'
import { SwitchRow } from '../../../components/forms/switch-row.tsx'
import { Dialog, DialogActions } from '../../../components/overlays/dialog.tsx'
import { toast } from '../../../components/overlays/toast.tsx'
import { editor } from '../editor.texts.ts'
import { differenceOf } from '../model/changes.ts'
import type { Names } from '../model/step-labels.ts'
import { DifferenceList } from '../versions/difference-list.tsx'
import type { EditedWorkflow } from './use-workflow-draft.ts'

const { publish: texts } = editor

type Props = { edited: EditedWorkflow; names: Names; active: number; isOpen: boolean; onClose: () => void }

export function PublishDialog(props: Props) {
  return (
    <Dialog title={texts.title} isOpen={props.isOpen} onClose={props.onClose}>
      <PublishForm {...props} />
    </Dialog>
  )
}

function PublishForm({ edited, names, active, onClose }: Props) {
  const { api } = useProject()
  const [isStopping, setIsStopping] = useState(false)
  const publish = useMutation({
    mutationFn: async () => {
      const saved = await edited.save.mutateAsync({})
      if (!isStopping) return saved
      await cancelExecutions(api, saved.id)
      toast.good(texts.stopped)
      return saved
    },
    onSettled: onClose,
  })
  return (
    <div className="flex flex-col gap-4 text-sm">
      <DifferenceList difference={differenceOf(edited.saved, edited.draft)} names={names} />
      <p>{texts.inside(active)}</p>
      <SwitchRow label={texts.stop} hint={texts.stopHint} isOn={isStopping} onChange={setIsStopping} />
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button look="primary" isBusy={publish.isPending} onClick={() => publish.mutate()}>
          {texts.save}
        </Button>
      </DialogActions>
    </div>
  )
}
