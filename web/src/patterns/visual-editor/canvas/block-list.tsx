import { Fragment } from 'react'
import type { ReactNode } from 'react'
import type { EmailBlock } from '../model/block-document.ts'
import type { ListPlace } from '../model/block-lists.ts'
import { visualEditor as texts } from '../visual-editor.texts.ts'
import { BlockFrame, nameOf } from './block-frame.tsx'
import { BlockGap } from './block-gap.tsx'
import { useCanvas } from './canvas-context.ts'

type BlockListProps = { blocks: readonly EmailBlock[]; list: ListPlace }

/** The blocks of the email, or of a column, with the gaps around them. There is none below the footer. */
export function BlockList({ blocks, list }: BlockListProps) {
  const { selected } = useCanvas()
  const isEmpty = blocks.length === 0
  const first = list === undefined ? texts.addFirst : texts.addToColumn(list.column + 1)
  return (
    <>
      <BlockGap gap={{ list, index: 0 }} label={first} isShown={isEmpty} />
      {isEmpty && <p className="px-6 py-4 text-center font-sans text-sm opacity-80">{texts.empty}</p>}
      {blocks.map((block, index) => (
        <Fragment key={block.id}>
          <BlockFrame block={block} list={list} index={index} renderList={renderList} />
          {!(block.type === 'footer' && index === blocks.length - 1) && (
            <BlockGap
              gap={{ list, index: index + 1 }}
              label={texts.addAfter(nameOf(block, list, index))}
              isShown={selected === block.id}
            />
          )}
        </Fragment>
      ))}
    </>
  )
}

/** For columns, which have blocks inside. */
const renderList = (blocks: readonly EmailBlock[], list: ListPlace): ReactNode => (
  <BlockList blocks={blocks} list={list} />
)
