import { memo } from 'react'
import { classes } from '../../../components/classes.ts'
import { branchName } from '../model/step-labels.ts'
import { editor } from '../editor.texts.ts'
import type { CanvasState } from './canvas-context.ts'

type EdgeLabelProps = {
  source: string
  branch: string | undefined
  /** The title of the step where the line begins. */
  after: string
  /** How many took this way. */
  figures?: string | undefined
  x: number
  y: number
  onAdd: CanvasState['onAdd']
}

/** The name of the branch and the button that adds a step, on a line. */
export const EdgeLabel = memo(function EdgeLabel(props: EdgeLabelProps) {
  const { branch, figures, x, y, onAdd } = props
  return (
    <span
      className="nopan nodrag pointer-events-auto absolute flex items-center gap-1"
      style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
    >
      {branch !== undefined && (
        <span className="max-w-28 truncate rounded-full border border-line bg-panel px-2 py-0.5 text-[11px] leading-4">
          {branchName(branch)}
        </span>
      )}
      {figures !== undefined && (
        <span className="tabular rounded-full border border-line bg-accent-soft px-2 py-0.5 text-[11px] leading-4 whitespace-nowrap text-accent-text">
          {figures}
        </span>
      )}
      {onAdd && <PlusButton {...props} onAdd={onAdd} />}
    </span>
  )
})

type PlusProps = EdgeLabelProps & { onAdd: NonNullable<CanvasState['onAdd']> }

// Not the icon of the library, which nests three components: a large workflow has 240 of these.
const PLUS = (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    aria-hidden
  >
    <path d="M5 12h14M12 5v14" />
  </svg>
)

/** Not in the tab order, where 200 buttons would be in the way: the + key on a card does the same. */
function PlusButton({ source, branch, after, onAdd }: PlusProps) {
  const name = branch === undefined ? '' : `, ${branchName(branch)}`
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={editor.canvas.add(`${after}${name}`)}
      onClick={() => onAdd({ source, branch })}
      className={classes(
        'flex size-5 cursor-pointer items-center justify-center rounded-full border border-edge bg-panel text-soft shadow-raised',
        'transition-colors hover:border-accent hover:bg-accent hover:text-on-accent [&_svg]:size-3',
      )}
    >
      {PLUS}
    </button>
  )
}
