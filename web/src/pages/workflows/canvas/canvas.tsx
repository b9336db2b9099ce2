// The steps of a workflow as a picture that lays itself out. Boxes are not dragged; the graph is changed by + on a line, in
// the inspector and by keys.
import {
  Background,
  BackgroundVariant,
  MiniMap,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { shapeOf } from '../model/canvas-edges.ts'
import type { Definition } from '../model/definition.ts'
import type { Place } from '../model/edit-graph.ts'
import { CARD } from '../model/arrange.ts'
import { layOut } from '../model/layout.ts'
import type { Picture } from '../model/layout.ts'
import type { Names } from '../model/step-labels.ts'
import { editor } from '../editor.texts.ts'
import { CanvasContext } from './canvas-context.ts'
import type { CanvasState, Note, Trail } from './canvas-context.ts'
import { CanvasTools } from './canvas-tools.tsx'
import { useCards } from './cards.ts'
import { MapPicture, PictureNode, pictureNode } from './graph-node.tsx'
import { canvasKeys } from './canvas-keys.ts'
import { useLatest } from './use-latest.ts'
import './canvas.css'

const { canvas: texts } = editor
const NODE_TYPES = { picture: PictureNode }
const PRO_OPTIONS = { hideAttribution: true }

// A map helps from where the steps do not fit on a screen.
const MAP_FROM_CARDS = 16
/** Cards keep clear of the edge of the canvas. */
const MARGIN = 40
const ZOOM = { least: 0.15, most: 1.5 }

type CanvasProps = {
  label: string
  definition: Pick<Definition, 'trigger' | 'steps' | 'entry'>
  names: Names
  notes: ReadonlyMap<string, Note>
  trail?: Trail | undefined
  selected: string | undefined
  onSelect: (id: string) => void
  onOpen?: ((id: string) => void) | undefined
  onAdd?: ((place: Place) => void) | undefined
  /** By +, where the step may have several ways out. */
  onAddAfter?: ((id: string) => void) | undefined
  onRemove?: ((id: string) => void) | undefined
  /** Which card gets the focus; a new object moves it again. */
  focus?: { id: string } | undefined
  /** Above the canvas, on the left. */
  tools?: ReactNode
}

export function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  )
}

function Flow(props: CanvasProps) {
  const { label, definition, names, notes, trail, selected, focus, tools } = props
  const { onSelect, onOpen, onAdd, onAddAfter, onRemove } = props
  const wrapper = useRef<HTMLDivElement>(null)
  const shape = shapeOf(definition)
  // What is written in a step does not move it.
  // oxlint-disable-next-line react/exhaustive-deps
  const picture = useMemo(() => layOut(definition), [shape])
  const cards = useCards(definition, names)
  const nodes = useMemo(() => [pictureNode(picture, cards)], [picture, cards])
  const show = useShow(wrapper, picture)
  const focusCard = useEffectEvent((id: string) => {
    show(id)
    const card = wrapper.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(id)}"]`)
    card?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (!focus) return
    // A step that was just added is drawn first.
    const frame = requestAnimationFrame(() => focusCard(focus.id))
    return () => cancelAnimationFrame(frame)
  }, [focus])
  const state = useCanvasState({ picture, selected, notes, trail, onSelect, onAdd })
  const onKeyDown = canvasKeys({
    picture,
    onMove: (id) => {
      onSelect(id)
      show(id)
      wrapper.current
        ?.querySelector<HTMLElement>(`[data-step="${CSS.escape(id)}"]`)
        ?.focus({ preventScroll: true })
    },
    onOpen,
    onAdd: onAddAfter,
    onRemove,
  })
  return (
    <CanvasContext value={state}>
      <div ref={wrapper} className="relative min-h-0 min-w-0 grow bg-ground" onKeyDown={onKeyDown}>
        <ReactFlow
          aria-label={label}
          nodes={nodes}
          nodeTypes={NODE_TYPES}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          panActivationKeyCode={null}
          zoomActivationKeyCode={null}
          panOnScroll
          zoomOnDoubleClick={false}
          minZoom={ZOOM.least}
          maxZoom={ZOOM.most}
          proOptions={PRO_OPTIONS}
        >
          <Background variant={BackgroundVariant.Dots} gap={20} size={1.2} className="canvas-dots" />
          {cards.size > MAP_FROM_CARDS && (
            <MiniMap
              ariaLabel={texts.map}
              position="bottom-right"
              pannable
              zoomable
              nodeComponent={MapPicture}
              className="max-md:hidden"
            />
          )}
          <StartView wrapper={wrapper} picture={picture} />
        </ReactFlow>
        <CanvasTools>{tools}</CanvasTools>
      </div>
    </CanvasContext>
  )
}

/** The same as long as nothing of it changes that can be seen: everything on the canvas looks at it. */
function useCanvasState({ picture, selected, notes, trail, onSelect, onAdd }: CanvasState): CanvasState {
  const select = useLatest(onSelect)
  const add = useLatest(onAdd)
  const canAdd = onAdd !== undefined
  return useMemo(
    () => ({ picture, selected, notes, trail, onSelect: select, onAdd: canAdd ? add : undefined }),
    [picture, selected, notes, trail, select, add, canAdd],
  )
}

type Wrapper = { current: HTMLDivElement | null }

/** Moves the picture so that a card can be seen, and not at all if it can. */
function useShow(wrapper: Wrapper, picture: Picture): (id: string) => void {
  const flow = useReactFlow()
  return (id) => {
    const node = picture.nodes.find((one) => one.id === id)
    const box = wrapper.current?.getBoundingClientRect()
    if (!node || !box) return
    const { x, y, zoom } = flow.getViewport()
    const left = node.x * zoom + x
    const top = node.y * zoom + y
    const isSeen =
      left >= 0 && top >= 0 && left + CARD.width * zoom <= box.width && top + CARD.height * zoom <= box.height
    if (isSeen) return
    void flow.setCenter(node.x + CARD.width / 2, node.y + CARD.height / 2, { zoom: Math.max(zoom, 0.6) })
  }
}

/** Begins at the top, as wide as it fits: all of a long workflow at once could not be read. */
function StartView({ wrapper, picture }: { wrapper: Wrapper; picture: Picture }) {
  const flow = useReactFlow()
  const begin = useEffectEvent(() => {
    const box = wrapper.current?.getBoundingClientRect()
    const start = picture.nodes[0]
    if (!box || !start) return
    const zoom = Math.min(1, Math.max(0.6, (box.width - MARGIN * 2) / picture.width))
    const isFitting = picture.width * zoom <= box.width - MARGIN
    const middle = isFitting ? picture.width / 2 : start.x + CARD.width / 2
    void flow.setViewport({ x: box.width / 2 - middle * zoom, y: MARGIN, zoom })
  })
  useEffect(() => begin(), [])
  return null
}
