import { Ellipsis, KeyRound, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deleteDomain, domainQuery, rotateDomainKey } from '../../api/connections/domains.ts'
import type { Domain } from '../../api/connections/domains.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { IconButton } from '../../components/forms/button.tsx'
import { Dialog, DialogForm } from '../../components/overlays/dialog.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { Menu, MenuItem } from '../../components/overlays/menu.tsx'
import { useDelete } from '../../patterns/record/use-record-actions.ts'
import { dkimTexts } from './dkim/dkim.texts.ts'
import { domains } from './domains.texts.ts'

const { detail: texts } = domains

export function DomainMenu({ domain }: { domain: Domain }) {
  const { api, may } = useProject()
  const [isDeleting, setIsDeleting] = useState(false)
  const rotate = useChange({
    call: () => rotateDomainKey(api, domain.id),
    record: domainQuery(api, domain.id),
    done: dkimTexts.added[domain.dkim],
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
  const [typed, setTyped] = useState('')
  const remove = useDelete({
    kind: 'domain',
    id: domain.id,
    remove: (api) => deleteDomain(api, domain.id),
    deleted: texts.deleted(domain.domain),
    showsError: true,
  })
  const isConfirmed = typed.trim().toLowerCase() === domain.domain.toLowerCase()
  return (
    <DialogForm
      submit={texts.confirm.delete}
      look="destroy"
      isBusy={remove.isPending}
      isDisabled={!isConfirmed}
      onSubmit={() => remove.mutate()}
      onCancel={onCancel}
    >
      <TextField
        label={texts.confirm.type(domain.domain)}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onText={setTyped}
      />
      {remove.isError && <ErrorNotice error={remove.error} />}
    </DialogForm>
  )
}
