// A block on the canvas: selected by the focus, moved by keys or by dragging, with its tools above it.
import { GripVertical } from 'lucide-react'
import { memo } from 'react'
import type { KeyboardEvent } from 'react'
import { classes } from '../../../components/classes.ts'
import type { FilterDraft } from '../../filter-builder/filter-draft.ts'
import type { EmailBlock } from '../model/block-document.ts'
import type { ListPlace } from '../model/block-lists.ts'
import { visualEditor as texts } from '../visual-editor.texts.ts'
import { BlockToolbar } from './block-toolbar.tsx'
import { BlockView } from './block-view.tsx'
import type { RenderList } from './block-view.tsx'
import { useCanvas } from './canvas-context.ts'
import { ShowIfChip } from './show-if-chip.tsx'

type BlockFrameProps = { block: EmailBlock; list: ListPlace; index: number; renderList: RenderList }

export const nameOf = (block: EmailBlock, list: ListPlace, index: number): string =>
  list === undefined
    ? texts.name(texts.kinds[block.type], index + 1)
    : texts.nameInColumn(texts.kinds[block.type], list.column + 1, index + 1)

/** Text, and what has keys of its own. */
const WRITTEN = '[contenteditable=true],[role=toolbar],button,input'

export const BlockFrame = memo(function BlockFrame({ block, list, index, renderList }: BlockFrameProps) {
  const { actions, selected, dragged, isReadOnly, startDrag } = useCanvas()
  const id = String(block.id)
  const name = nameOf(block, list, index)
  const isSelected = selected === id
  return (
    <div
      role="group"
      aria-label={name}
      data-block={id}
      tabIndex={0}
      className={classes(
        'group/block relative outline-offset-[-2px]',
        isSelected
          ? 'z-10 shadow-[0_0_0_2px_var(--color-accent)]'
          : 'hover:shadow-[0_0_0_1px_var(--color-accent)] has-[[data-block]:hover]:shadow-none',
        dragged?.id === id && 'opacity-40',
      )}
      onFocus={(event) => {
        event.stopPropagation()
        actions.select(id)
      }}
      onKeyDown={(event) => handleKey(event, id, actions)}
      onPointerDown={(event) => {
        // Fingers scroll; they drag by the handle.
        const target = event.target as Element
        const isFree = event.currentTarget.contains(target) && target.closest(WRITTEN) === null
        if (isReadOnly || !isFree || event.pointerType !== 'mouse') return
        event.stopPropagation()
        startDrag(event.nativeEvent, id)
      }}
    >
      {isSelected && !isReadOnly && <BlockToolbar block={block} name={name} />}
      {!isReadOnly && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={texts.drag(name)}
          className={classes(
            'absolute top-1/2 left-0 flex h-6 w-5 -translate-y-1/2 cursor-grab touch-none items-center justify-center rounded bg-panel/80 text-soft opacity-0 group-hover/block:opacity-100 [&_svg]:size-4',
            isSelected && 'opacity-100',
          )}
          onPointerDown={(event) => {
            event.stopPropagation()
            startDrag(event.nativeEvent, id)
          }}
        >
          <GripVertical aria-hidden />
        </button>
      )}
      {block.showIf && <ShowIfChip filter={block.showIf as FilterDraft} />}
      <BlockView block={block} list={list} renderList={renderList} />
    </div>
  )
})

type Actions = ReturnType<typeof useCanvas>['actions']

function handleKey(event: KeyboardEvent<HTMLElement>, id: string, actions: Actions): void {
  // React also reports events of popups that the block has opened.
  if (event.defaultPrevented || !event.currentTarget.contains(event.target as Element)) return
  const isOwn = event.target === event.currentTarget
  const isTaken = shortcut(event, id, actions) || (isOwn && ownKey(event, id, actions))
  if (!isTaken) return
  event.preventDefault()
  event.stopPropagation()
}

/** Keys that also work while a text of the block is written. */
function shortcut({ altKey, ctrlKey, metaKey, key, ...event }: KeyboardEvent, id: string, actions: Actions) {
  const isInText = (event.target as Element).matches('[contenteditable=true]')
  if (altKey && key === 'ArrowUp') actions.move(id, -1)
  else if (altKey && key === 'ArrowDown') actions.move(id, 1)
  else if ((ctrlKey || metaKey) && key.toLowerCase() === 'd') actions.duplicate(id)
  else if (key === 'Escape' && isInText) actions.focus(id, 'block')
  else return false
  return true
}

/** Keys of a block that has the focus itself. */
function ownKey({ key, currentTarget }: KeyboardEvent<HTMLElement>, id: string, actions: Actions): boolean {
  if (key === 'ArrowUp' || key === 'ArrowDown') focusNeighbour(currentTarget, key === 'ArrowUp' ? -1 : 1)
  else if (key === 'Enter') actions.focus(id, 'text')
  else if (key === 'Delete' || key === 'Backspace') actions.remove(id)
  else if (key === 'Escape') {
    actions.select(undefined)
    currentTarget.closest<HTMLElement>('[data-canvas]')?.focus()
  } else return false
  return true
}

function focusNeighbour(block: HTMLElement, by: 1 | -1): void {
  const all = [...(block.closest('[data-canvas]')?.querySelectorAll<HTMLElement>('[data-block]') ?? [])]
  all[all.indexOf(block) + by]?.focus()
}
