import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../components/forms/button.tsx'
import { Menu, MenuItem } from '../../components/overlays/menu.tsx'
import { recordTexts as texts } from './record.texts.ts'
import type { useRecordActions } from './use-record-actions.ts'

type RecordMenuProps = {
  name: string
  actions: ReturnType<typeof useRecordActions>
  canDelete?: boolean
  children?: ReactNode
}

export function RecordMenu({ name, actions, canDelete = true, children }: RecordMenuProps) {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={texts.more(name)}>
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem icon={<Copy />} onClick={() => actions.duplicate.mutate()}>
        {texts.duplicate}
      </MenuItem>
      {children}
      {canDelete && (
        <MenuItem icon={<Trash2 />} isDangerous onClick={actions.remove}>
          {texts.delete}
        </MenuItem>
      )}
    </Menu>
  )
}
