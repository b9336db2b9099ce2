import { ArrowDown, ArrowUp, CopyPlus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../components/forms/button.tsx'
import type { BlockKind } from './block-document.ts'
import { KIND_ICONS } from './block-icons.tsx'
import { blocksTexts as texts } from './blocks.texts.ts'

type BlockCardProps = {
  kind: BlockKind
  index: number
  count: number
  isReadOnly: boolean
  onMove: (by: 1 | -1) => void
  onDuplicate: () => void
  onRemove: () => void
  children: ReactNode
}

export function BlockCard(props: BlockCardProps) {
  const { kind, index, count, isReadOnly, onMove, onDuplicate, onRemove, children } = props
  const name = texts.name(texts.kinds[kind], index + 1)
  return (
    <div
      role="group"
      aria-label={name}
      className="rounded-xl border border-line bg-panel shadow-raised focus-within:border-accent"
    >
      <header className="flex items-center gap-2 py-1 pr-1 pl-3 text-xs font-medium text-soft [&_svg]:size-3.5">
        {KIND_ICONS[kind]}
        <span className="grow">{texts.kinds[kind]}</span>
        {!isReadOnly && (
          <span className="flex">
            <IconButton label={texts.up(name)} disabled={index === 0} onClick={() => onMove(-1)}>
              <ArrowUp />
            </IconButton>
            <IconButton label={texts.down(name)} disabled={index === count - 1} onClick={() => onMove(1)}>
              <ArrowDown />
            </IconButton>
            <IconButton label={texts.copy(name)} onClick={onDuplicate}>
              <CopyPlus />
            </IconButton>
            <IconButton label={texts.remove(name)} onClick={onRemove}>
              <Trash2 />
            </IconButton>
          </span>
        )}
      </header>
      <fieldset disabled={isReadOnly} className="flex min-w-0 flex-col gap-3 px-3 pb-3 empty:hidden">
        {children}
      </fieldset>
    </div>
  )
}
