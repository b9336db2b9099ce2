import { Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '../../../components/forms/button.tsx'
import { Menu, MenuItem } from '../../../components/overlays/menu.tsx'
import { BlockCard } from './block-card.tsx'
import {
  BLOCK_KINDS,
  duplicateAt,
  insertAfter,
  LEAF_KINDS,
  moveBy,
  newBlock,
  removeAt,
  replaceAt,
} from './block-document.ts'
import type { BlockKind, EmailBlock, LeafBlock } from './block-document.ts'
import { BlockFields } from './block-fields.tsx'
import type { BlockFieldsProps } from './block-fields.tsx'
import { KIND_ICONS } from './block-icons.tsx'
import { blocksTexts as texts } from './blocks.texts.ts'

type BlockListProps = {
  blocks: readonly EmailBlock[]
  addLabel: string
  /** Inside a column, which cannot contain columns. */
  isInner?: boolean
  isReadOnly: boolean
  variables: readonly string[]
  onChange: (blocks: EmailBlock[]) => void
}

export function BlockList({
  blocks,
  addLabel,
  isInner = false,
  isReadOnly,
  variables,
  onChange,
}: BlockListProps) {
  return (
    <div className="flex flex-col gap-3">
      {blocks.length === 0 && <p className="py-4 text-center text-sm text-soft">{texts.empty}</p>}
      <ol className="flex flex-col gap-3 empty:hidden">
        {blocks.map((block, index) => (
          <li key={block.id}>
            <BlockCard
              kind={block.type}
              index={index}
              count={blocks.length}
              isReadOnly={isReadOnly}
              onMove={(by) => onChange(moveBy(blocks, index, by))}
              onDuplicate={() => onChange(duplicateAt(blocks, index))}
              onRemove={() => onChange(removeAt(blocks, index))}
            >
              <Content
                block={block}
                isReadOnly={isReadOnly}
                variables={variables}
                onChange={(changed) => onChange(replaceAt(blocks, index, changed))}
              />
            </BlockCard>
          </li>
        ))}
      </ol>
      {!isReadOnly && (
        <AddMenu
          isInner={isInner}
          onAdd={(kind) => onChange(insertAfter(blocks, blocks.length - 1, newBlock(kind)))}
          trigger={
            <Button icon={<Plus />} size={isInner ? 'small' : 'medium'}>
              {addLabel}
            </Button>
          }
        />
      )}
    </div>
  )
}

function Content(props: BlockFieldsProps<EmailBlock>) {
  const { block, isReadOnly, variables, onChange } = props
  if (block.type !== 'columns') return <BlockFields {...props} />
  return (
    <div className="grid gap-3 xl:grid-cols-2">
      {(['left', 'right'] as const).map((side) => (
        <div
          key={side}
          role="group"
          aria-label={texts.fields[side]}
          className="min-w-0 rounded-lg bg-sunken p-2"
        >
          <BlockList
            blocks={block[side]}
            addLabel={texts.addTo[side]}
            isInner
            isReadOnly={isReadOnly}
            variables={variables}
            onChange={(blocks) => onChange({ ...block, [side]: blocks as LeafBlock[] })}
          />
        </div>
      ))}
    </div>
  )
}

type AddMenuProps = { isInner: boolean; trigger: ReactElement; onAdd: (kind: BlockKind) => void }

const AddMenu = ({ isInner, trigger, onAdd }: AddMenuProps) => (
  <div className="flex justify-center">
    <Menu trigger={trigger} align="start">
      {(isInner ? LEAF_KINDS : BLOCK_KINDS).map((kind) => (
        <MenuItem key={kind} icon={KIND_ICONS[kind]} onClick={() => onAdd(kind)}>
          {texts.kinds[kind]}
        </MenuItem>
      ))}
    </Menu>
  </div>
)
