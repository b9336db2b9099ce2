// Keys of the canvas: arrow keys follow the lines, Enter opens, + adds, Delete removes.
import type { KeyboardEvent } from 'react'
import { neighbour } from '../model/layout.ts'
import type { Direction, Layout } from '../model/layout.ts'

const DIRECTIONS: Record<string, Direction | undefined> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

type Actions = {
  layout: Layout
  onMove: (id: string) => void
  onOpen: ((id: string) => void) | undefined
  onAdd: ((id: string) => void) | undefined
  onRemove: ((id: string) => void) | undefined
}

const idOf = (event: KeyboardEvent): string | undefined =>
  (event.target as Element).closest<HTMLElement>('[data-step]')?.dataset['step']

export function canvasKeys({ layout, onMove, onOpen, onAdd, onRemove }: Actions) {
  const handle = (id: string, key: string): boolean => {
    const direction = DIRECTIONS[key]
    if (direction) {
      const next = neighbour(layout, id, direction)
      if (next !== undefined) onMove(next)
      return true
    }
    if (key === 'Home') onMove(layout.nodes[0]?.id ?? id)
    else if (key === 'Enter' && onOpen) onOpen(id)
    else if (key === '+' && onAdd) onAdd(id)
    else if ((key === 'Delete' || key === 'Backspace') && onRemove) onRemove(id)
    else return false
    return true
  }
  return (event: KeyboardEvent) => {
    const id = idOf(event)
    if (id === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (!handle(id, event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }
}
