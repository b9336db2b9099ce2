import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import { deleteTemplate, duplicateTemplate } from '../../api/templates.ts'
import type { Template } from '../../api/templates.ts'
import { useProject } from '../../app/use-project.ts'
import { IconButton } from '../../components/forms/button.tsx'
import { Menu, MenuItem } from '../../components/overlays/menu.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { draftStorage } from './draft-storage.ts'
import { templates as texts } from './templates.texts.ts'

/** In the list and on the page of the template. */
export function TemplateMenu({ template }: { template: Template }) {
  const { api, project } = useProject()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: [api.projectId, '/templates'] })
  const open = (templateId: string) =>
    void navigate({
      to: '/app/p/$projectId/templates/$templateId',
      params: { projectId: project.id, templateId },
    })
  const duplicate = useMutation({
    mutationFn: () => duplicateTemplate(api, template.id),
    onSuccess: async (copy) => {
      await refresh()
      open(copy.id)
    },
    onError: (error) => toast.error(error),
  })
  const remove = async () => {
    try {
      await deleteTemplate(api, template.id)
      draftStorage.remove(template.id)
      await refresh()
    } catch (error) {
      toast.error(error)
    }
  }
  const begin = () => {
    void navigate({ to: '/app/p/$projectId/templates', params: { projectId: project.id } })
    toast.undoable(texts.deleted(template.name), {
      label: texts.undo,
      commit: () => void remove(),
      onUndo: () => open(template.id),
    })
  }
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={texts.more(template.name)}>
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
