// Dragging a block with the mouse, a pen or a finger. The gaps between blocks are elements with `data-gap`; the block lands in the one
// that is nearest to the pointer.
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useLatest } from '../../../hooks/use-latest.ts'
import type { EmailBlock } from '../model/block-document.ts'
import { findBlock, isSameList } from '../model/block-lists.ts'
import type { Gap } from '../model/block-lists.ts'
import { gapsFor } from '../model/edit-blocks.ts'

// A click moves the pointer by less.
const THRESHOLD_PX = 4
const SCROLL_ZONE_PX = 48
const SCROLL_STEP_PX = 10

type Drag = { id: string; gap: Gap | undefined }
type Point = { x: number; y: number }

type DragOptions = {
  blocks: readonly EmailBlock[]
  scroller: RefObject<HTMLElement | null>
  onDrop: (id: string, gap: Gap) => void
}

export function useBlockDrag({ blocks, scroller, onDrop }: DragOptions) {
  const [dragged, setDragged] = useState<Drag>()
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  const start = useLatest((event: PointerEvent, id: string) => {
    const block = findBlock(blocks, id)?.block
    if (!block || !scroller.current || event.button !== 0) return
    stop.current?.()
    const allowed = gapsFor(block.type, blocks)
    stop.current = watchPointer({
      from: { x: event.clientX, y: event.clientY },
      scroller: scroller.current,
      onMove: (point) => {
        const gap = nearestGap(scroller.current, point, allowed)
        setDragged((now) => (now && gap && isSameGap(now.gap, gap) ? now : { id, gap }))
        return gap
      },
      onEnd: (gap) => {
        setDragged(undefined)
        if (gap) onDrop(id, gap)
      },
    })
  })
  return { dragged, start }
}

const isSameGap = (a: Gap | undefined, b: Gap): boolean => a?.index === b.index && isSameList(a.list, b.list)

type PointerWatch = {
  from: Point
  scroller: HTMLElement
  onMove: (point: Point) => Gap | undefined
  /** Without a gap if the drag was cancelled. */
  onEnd: (gap: Gap | undefined) => void
}

/** @returns how to end it */
function watchPointer({ from, scroller, onMove, onEnd }: PointerWatch): () => void {
  const listeners = new AbortController()
  const { signal } = listeners
  let gap: Gap | undefined
  let point: Point | undefined
  let frame = 0
  const follow = () => {
    if (!point) return
    const { top, bottom } = scroller.getBoundingClientRect()
    if (point.y < top + SCROLL_ZONE_PX) scroller.scrollTop -= SCROLL_STEP_PX
    if (point.y > bottom - SCROLL_ZONE_PX) scroller.scrollTop += SCROLL_STEP_PX
    gap = onMove(point)
    frame = requestAnimationFrame(follow)
  }
  const end = (dropped: Gap | undefined) => {
    listeners.abort()
    cancelAnimationFrame(frame)
    if (point) onEnd(dropped)
  }
  const move = (event: PointerEvent) => {
    const isFar = Math.hypot(event.clientX - from.x, event.clientY - from.y) > THRESHOLD_PX
    if (!point && !isFar) return
    const isFirst = !point
    point = { x: event.clientX, y: event.clientY }
    gap = onMove(point)
    if (isFirst) frame = requestAnimationFrame(follow)
  }
  document.addEventListener('pointermove', move, { signal })
  document.addEventListener('pointerup', () => end(gap), { signal })
  document.addEventListener('pointercancel', () => end(undefined), { signal })
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && end(undefined), { signal })
  // Dragging selects no text, and images are not dragged by the browser.
  document.addEventListener('selectstart', (event) => event.preventDefault(), { signal })
  document.addEventListener('dragstart', (event) => event.preventDefault(), { signal })
  return () => end(undefined)
}

// Near the edge of a column the gaps around the columns can be reached.
const COLUMN_EDGE_PX = 8

/** The column below the pointer. */
function columnAt(scroller: HTMLElement, { x, y }: Point): HTMLElement | undefined {
  return [...scroller.querySelectorAll<HTMLElement>('[data-column]')].find((column) => {
    const { left, right, top, bottom } = column.getBoundingClientRect()
    return x >= left && x <= right && y >= top + COLUMN_EDGE_PX && y <= bottom - COLUMN_EDGE_PX
  })
}

function nearestGap(scroller: HTMLElement | null, point: Point, allowed: readonly Gap[]): Gap | undefined {
  if (!scroller) return undefined
  const gaps = [...scroller.querySelectorAll<HTMLElement>('[data-gap]')]
    .map((element) => ({ element, gap: JSON.parse(element.dataset['gap'] ?? '') as Gap }))
    .filter(({ gap }) => allowed.some((one) => isSameGap(one, gap)))
  const column = columnAt(scroller, point)
  const inside = gaps.filter(({ element }) => column?.contains(element))
  const distanceOf = ({ element }: (typeof gaps)[number]) => {
    const { left, right, top } = element.getBoundingClientRect()
    return Math.hypot(Math.max(left - point.x, 0, point.x - right), top - point.y)
  }
  return (inside.length > 0 ? inside : gaps).toSorted((a, b) => distanceOf(a) - distanceOf(b))[0]?.gap
}
