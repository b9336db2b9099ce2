// The graph of a workflow. Cards cannot be dragged; the graph is changed by + on a line, in the inspector and by keys.
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
import type { Slot } from '../model/edit-graph.ts'
import { CARD } from '../model/arrange.ts'
import type { Funnel } from '../model/funnel.ts'
import { computeLayout } from '../model/layout.ts'
import type { Layout } from '../model/layout.ts'
import type { Names } from '../model/step-labels.ts'
import { editor } from '../editor.texts.ts'
import { CanvasContext } from './canvas-context.ts'
import type { CanvasState, Note, Trail } from './canvas-context.ts'
import { useCards } from './cards.ts'
import { MapCards, GraphNode, graphNode } from './graph-node.tsx'
import { canvasKeys } from './canvas-keys.ts'
import { useLatest } from '../../../hooks/use-latest.ts'
import './canvas.css'
import { Maximize, Minus, Plus } from 'lucide-react'
import { IconButton } from '../../../components/forms/button.tsx'

const { canvas: texts } = editor
const NODE_TYPES = { graph: GraphNode }
const PRO_OPTIONS = { hideAttribution: true }

// More cards than this do not fit on a screen.
const MAP_FROM_CARDS = 16
const MARGIN = 24
const ZOOM = { min: 0.15, max: 1.5 }

type CanvasProps = {
  label: string
  definition: Pick<Definition, 'trigger' | 'steps' | 'entry'>
  names: Names
  notes: ReadonlyMap<string, Note>
  trail?: Trail | undefined
  funnel?: Funnel | undefined
  hasPictures?: boolean
  selected: string | undefined
  onSelect: (id: string) => void
  onOpen?: ((id: string) => void) | undefined
  onAdd?: ((slot: Slot) => void) | undefined
  /** By the + key, which names no branch. */
  onAddAfter?: ((id: string) => void) | undefined
  onRemove?: ((id: string) => void) | undefined
  /** The card to focus; a new object focuses it again. */
  focus?: { id: string } | undefined
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
  const {
    label,
    definition,
    names,
    notes,
    trail,
    funnel,
    hasPictures = false,
    selected,
    focus,
    tools,
  } = props
  const { onSelect, onOpen, onAdd, onAddAfter, onRemove } = props
  const wrapper = useRef<HTMLDivElement>(null)
  const shape = shapeOf(definition)
  // Only the shape of the graph changes the layout.
  // oxlint-disable-next-line react/exhaustive-deps
  const layout = useMemo(() => computeLayout(definition), [shape])
  const cards = useCards(definition, names)
  const nodes = useMemo(() => [graphNode(layout, cards)], [layout, cards])
  const scrollTo = useScrollToCard(wrapper, layout)
  const focusCard = (id: string) => {
    scrollTo(id)
    const card = wrapper.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(id)}"]`)
    card?.focus({ preventScroll: true })
  }
  const focusAdded = useEffectEvent(focusCard)
  useEffect(() => {
    if (!focus) return
    // A new step has to be rendered first.
    const frame = requestAnimationFrame(() => focusAdded(focus.id))
    return () => cancelAnimationFrame(frame)
  }, [focus])
  const state = useCanvasState({ layout, selected, notes, trail, funnel, hasPictures, onSelect, onAdd })
  const onKeyDown = canvasKeys({
    layout,
    onMove: (id) => {
      onSelect(id)
      focusCard(id)
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
          minZoom={ZOOM.min}
          maxZoom={ZOOM.max}
          proOptions={PRO_OPTIONS}
        >
          <Background variant={BackgroundVariant.Dots} gap={20} size={1.2} className="canvas-dots" />
          {cards.size > MAP_FROM_CARDS && (
            <MiniMap
              ariaLabel={texts.map}
              position="bottom-right"
              pannable
              zoomable
              nodeComponent={MapCards}
              className="max-md:hidden"
            />
          )}
          <StartView wrapper={wrapper} layout={layout} />
        </ReactFlow>
        <CanvasTools>{tools}</CanvasTools>
        {funnel && (
          <p className="absolute bottom-3 left-16 max-w-md rounded-xl border border-line bg-panel px-3 py-2 text-xs text-soft shadow-raised max-md:hidden">
            {editor.funnel.notice}
          </p>
        )}
      </div>
    </CanvasContext>
  )
}

/** Stays the same object until something visible changes: every card reads it. */
function useCanvasState(state: CanvasState): CanvasState {
  const { layout, selected, notes, trail, funnel, hasPictures, onSelect, onAdd } = state
  const select = useLatest(onSelect)
  const add = useLatest(onAdd)
  const canAdd = onAdd !== undefined
  return useMemo(
    () => ({
      layout,
      selected,
      notes,
      trail,
      funnel,
      hasPictures,
      onSelect: select,
      onAdd: canAdd ? add : undefined,
    }),
    [layout, selected, notes, trail, funnel, hasPictures, select, add, canAdd],
  )
}

type Wrapper = { current: HTMLDivElement | null }

function useScrollToCard(wrapper: Wrapper, layout: Layout): (id: string) => void {
  const flow = useReactFlow()
  return (id) => {
    const node = layout.nodes.find((one) => one.id === id)
    const box = wrapper.current?.getBoundingClientRect()
    if (!node || !box) return
    const { x, y, zoom } = flow.getViewport()
    const left = node.x * zoom + x
    const top = node.y * zoom + y
    const isVisible =
      left >= 0 && top >= 0 && left + CARD.width * zoom <= box.width && top + CARD.height * zoom <= box.height
    if (isVisible) return
    void flow.setCenter(node.x + CARD.width / 2, node.y + CARD.height / 2, { zoom: Math.max(zoom, 0.6) })
  }
}

/** Starts at the top, fitted to the width: a long workflow fitted to the height would be unreadable. */
function StartView({ wrapper, layout }: { wrapper: Wrapper; layout: Layout }) {
  const flow = useReactFlow()
  const fitWidth = useEffectEvent(() => {
    const box = wrapper.current?.getBoundingClientRect()
    const start = layout.nodes[0]
    if (!box || !start) return
    const zoom = Math.min(1, Math.max(0.6, (box.width - MARGIN * 2) / layout.width))
    const isFitting = layout.width * zoom <= box.width - MARGIN
    const middle = isFitting ? layout.width / 2 : start.x + CARD.width / 2
    void flow.setViewport({ x: box.width / 2 - middle * zoom, y: MARGIN, zoom })
  })
  useEffect(() => fitWidth(), [])
  return null
}

const BOX = 'absolute flex rounded-xl border border-line bg-panel p-0.5 shadow-raised'

function CanvasTools({ children }: { children: ReactNode }) {
  const flow = useReactFlow()
  return (
    <>
      {children !== undefined && <div className={`${BOX} top-3 left-3`}>{children}</div>}
      <div className={`${BOX} bottom-3 left-3 flex-col`}>
        <IconButton label={texts.zoomIn} onClick={() => void flow.zoomIn()}>
          <Plus />
        </IconButton>
        <IconButton label={texts.zoomOut} onClick={() => void flow.zoomOut()}>
          <Minus />
        </IconButton>
        <IconButton label={texts.fit} onClick={() => void flow.fitView({ maxZoom: 1, padding: 0.1 })}>
          <Maximize />
        </IconButton>
      </div>
    </>
  )
}
