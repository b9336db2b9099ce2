import { Plus } from 'lucide-react'
import { classes } from '../../../components/classes.ts'
import type { Gap } from '../model/block-lists.ts'
import { isSameList } from '../model/block-lists.ts'
import { AddMenu } from './add-menu.tsx'
import { useCanvas } from './canvas-context.ts'

type BlockGapProps = {
  gap: Gap
  label: string
  /** Whether the button is always visible: fingers do not hover. */
  isShown: boolean
}

/** Between two blocks: a button to add one, and the line where a dragged block would land. */
export function BlockGap({ gap, label, isShown }: BlockGapProps) {
  const { actions, isReadOnly, dragged } = useCanvas()
  const isTarget = dragged?.gap?.index === gap.index && isSameList(dragged.gap.list, gap.list)
  return (
    <div
      data-gap={JSON.stringify(gap)}
      // The buttons around a block are visible while the mouse is over it.
      className="relative z-10 h-0 font-sans [&:has(+[data-block]:hover)>[data-plus]]:opacity-100 [[data-block]:hover+&>[data-plus]]:opacity-100"
    >
      {isTarget && <div className="absolute inset-x-2 -top-0.5 h-1 rounded-full bg-accent" />}
      {!isReadOnly && !dragged && (
        <div
          data-plus
          className={classes(
            'absolute inset-x-0 -top-3 flex h-6 items-center justify-center opacity-0 focus-within:opacity-100 hover:opacity-100 has-[[data-popup-open]]:opacity-100',
            isShown && 'opacity-100',
            // A wide area would take clicks that are meant for the text.
            'pointer-events-none [&>*]:pointer-events-auto',
          )}
        >
          <AddMenu
            isInColumn={gap.list !== undefined}
            onAdd={(kind) => actions.add(kind, gap)}
            trigger={
              <button
                type="button"
                aria-label={label}
                className="flex size-6 items-center justify-center rounded-full border-2 border-panel bg-accent text-on-accent shadow-raised [&_svg]:size-3.5"
              >
                <Plus aria-hidden />
              </button>
            }
          />
        </div>
      )}
    </div>
  )
}
