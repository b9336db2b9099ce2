import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import { deleteWorkflow, duplicateWorkflow } from '../../api/workflows.ts'
import type { WorkflowSummary } from '../../api/workflows.ts'
import { useProject } from '../../app/use-project.ts'
import { IconButton } from '../../components/forms/button.tsx'
import { Menu, MenuItem } from '../../components/overlays/menu.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { forgetDraft } from './editor/use-workflow-draft.ts'
import { workflows as texts } from './workflows.texts.ts'

/** In the list and on the page of the workflow. */
export function WorkflowMenu({ workflow }: { workflow: Pick<WorkflowSummary, 'id' | 'name'> }) {
  const { api, project } = useProject()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: [api.projectId, '/workflows'] })
  const open = (workflowId: string) =>
    void navigate({
      to: '/app/p/$projectId/workflows/$workflowId',
      params: { projectId: project.id, workflowId },
    })
  const duplicate = useMutation({
    mutationFn: () => duplicateWorkflow(api, workflow.id),
    onSuccess: async (copy) => {
      await refresh()
      open(copy.id)
    },
    onError: (error) => toast.error(error),
  })
  const remove = async () => {
    try {
      await deleteWorkflow(api, workflow.id)
      forgetDraft(workflow.id)
      await refresh()
    } catch (error) {
      toast.error(error)
    }
  }
  const begin = () => {
    void navigate({ to: '/app/p/$projectId/workflows', params: { projectId: project.id } })
    toast.undoable(texts.deleted(workflow.name), {
      label: texts.undo,
      commit: () => void remove(),
      onUndo: () => open(workflow.id),
    })
  }
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={texts.more(workflow.name)}>
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem icon={<Copy />} onClick={() => duplicate.mutate()}>
        {texts.duplicate}
      </MenuItem>
      <MenuItem icon={<Trash2 />} isDangerous onClick={begin}>
        {texts.delete}
      </MenuItem>
    </Menu>
  )
}
