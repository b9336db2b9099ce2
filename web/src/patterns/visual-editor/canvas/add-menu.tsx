import type { ReactElement } from 'react'
import { useRef } from 'react'
import { Menu, MenuItem } from '../../../components/overlays/menu.tsx'
import { KIND_ICONS } from '../block-icons.tsx'
import { BLOCK_KINDS, LEAF_KINDS } from '../model/block-document.ts'
import type { BlockKind } from '../model/block-document.ts'
import { visualEditor as texts } from '../visual-editor.texts.ts'

type AddMenuProps = { isInColumn: boolean; trigger: ReactElement; onAdd: (kind: BlockKind) => void }

export function AddMenu({ isInColumn, trigger, onAdd }: AddMenuProps) {
  const isAdded = useRef(false)
  return (
    <Menu
      trigger={trigger}
      // The new block has the focus.
      returnsFocus={() => {
        const returns = !isAdded.current
        isAdded.current = false
        return returns
      }}
    >
      {(isInColumn ? LEAF_KINDS : BLOCK_KINDS).map((kind) => (
        <MenuItem
          key={kind}
          icon={KIND_ICONS[kind]}
          onClick={() => {
            isAdded.current = true
            onAdd(kind)
          }}
        >
          {texts.kinds[kind]}
        </MenuItem>
      ))}
    </Menu>
  )
}
