import { BaseEdge, EdgeLabelRenderer } from '@xyflow/react'
import type { Edge, EdgeProps } from '@xyflow/react'
import { Plus } from 'lucide-react'
import { memo } from 'react'
import { classes } from '../../../components/classes.ts'
import { branchName } from '../model/step-words.ts'
import { editor } from '../editor.texts.ts'
import { useCanvas } from './canvas-context.ts'
import type { CanvasState } from './canvas-context.ts'

type WayData = {
  source: string
  branch: string | undefined
  /** What the step is called that the line begins at. */
  after: string
  path: string
  label: { x: number; y: number }
}
export type WayEdgeType = Edge<WayData, 'way'>

/** A line with the name of its branch, and the button that adds a step on it. The layout says where it goes. */
export const WayEdge = memo(function WayEdge({ id, data }: EdgeProps<WayEdgeType>) {
  const { trail, onAdd } = useCanvas()
  return data ? <Way data={data} isPassed={trail?.edges.has(id) === true} onAdd={onAdd} /> : null
})

type WayProps = { data: WayData; isPassed: boolean; onAdd: CanvasState['onAdd'] }

const Way = memo(function Way({ data, isPassed, onAdd }: WayProps) {
  const { path, label, branch } = data
  return (
    <>
      <BaseEdge path={path} className={isPassed ? 'way-passed' : 'way'} />
      <EdgeLabelRenderer>
        <span
          className="nopan nodrag pointer-events-auto absolute flex items-center gap-1"
          style={{ transform: `translate(-50%, -50%) translate(${label.x}px, ${label.y}px)` }}
        >
          {branch !== undefined && (
            <span className="max-w-28 truncate rounded-full border border-line bg-panel px-2 py-0.5 text-[11px] leading-4">
              {branchName(branch)}
            </span>
          )}
          {onAdd && <PlusButton data={data} onAdd={onAdd} />}
        </span>
      </EdgeLabelRenderer>
    </>
  )
})

type PlusProps = { data: WayData; onAdd: NonNullable<CanvasState['onAdd']> }

/** By keyboard, + on the card does the same: 200 buttons between two fields would be in the way. */
function PlusButton({ data, onAdd }: PlusProps) {
  const branch = data.branch === undefined ? '' : `, ${branchName(data.branch)}`
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={editor.canvas.add(`${data.after}${branch}`)}
      onClick={() => onAdd({ source: data.source, branch: data.branch })}
      className={classes(
        'flex size-5 cursor-pointer items-center justify-center rounded-full border border-edge bg-panel text-soft shadow-raised',
        'transition-colors hover:border-accent hover:bg-accent hover:text-on-accent [&_svg]:size-3',
      )}
    >
      <Plus aria-hidden />
    </button>
  )
}
