import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, KeyRound, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deleteDomain, domainQuery, rotateDomainKey } from '../../api/domains.ts'
import type { Domain } from '../../api/domains.ts'
import { useProject } from '../../app/use-project.ts'
import { Button, IconButton } from '../../components/forms/button.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { Menu, MenuItem } from '../../components/overlays/menu.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { domains } from './domains.texts.ts'

const { detail: texts } = domains

export function DomainMenu({ domain }: { domain: Domain }) {
  const { api, may } = useProject()
  const queryClient = useQueryClient()
  const [isDeleting, setIsDeleting] = useState(false)
  const rotate = useMutation({
    mutationFn: () => rotateDomainKey(api, domain.id),
    onSuccess: (changed) => {
      queryClient.setQueryData(domainQuery(api, domain.id).queryKey, changed)
      toast.good(texts.rotated)
    },
    onError: (error) => toast.error(error),
  })
  if (!may('member')) return null
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton label={texts.more}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<KeyRound />} isDisabled={!domain.verified} onClick={() => rotate.mutate()}>
          {texts.rotate}
        </MenuItem>
        {may('admin') && (
          <MenuItem icon={<Trash2 />} isDangerous onClick={() => setIsDeleting(true)}>
            {texts.delete}
          </MenuItem>
        )}
      </Menu>
      <Dialog
        title={texts.confirm.title(domain.domain)}
        description={texts.confirm.text}
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
      >
        <DeleteForm domain={domain} onCancel={() => setIsDeleting(false)} />
      </Dialog>
    </>
  )
}

/** It cannot be undone, so the user has to type the name. */
function DeleteForm({ domain, onCancel }: { domain: Domain; onCancel: () => void }) {
  const { api, project } = useProject()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const remove = useMutation({
    mutationFn: () => deleteDomain(api, domain.id),
    onSuccess: async () => {
      toast.good(texts.deleted(domain.domain))
      await navigate({ to: '/app/p/$projectId/domains', params: { projectId: project.id } })
      queryClient.removeQueries({ queryKey: domainQuery(api, domain.id).queryKey })
      await queryClient.invalidateQueries({ queryKey: [api.projectId, '/domains'] })
    },
  })
  const isConfirmed = typed.trim().toLowerCase() === domain.domain.toLowerCase()
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isConfirmed && !remove.isPending) remove.mutate()
      }}
    >
      <TextField
        label={texts.confirm.type(domain.domain)}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onText={setTyped}
      />
      {remove.isError && <ErrorNotice error={remove.error} />}
      <DialogActions>
        <Button onClick={onCancel}>{texts.confirm.cancel}</Button>
        <Button look="destroy" type="submit" disabled={!isConfirmed} isBusy={remove.isPending}>
          {texts.confirm.delete}
        </Button>
      </DialogActions>
    </form>
  )
}
