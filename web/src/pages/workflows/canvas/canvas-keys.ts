// The canvas by keyboard alone: arrow keys walk along the lines, Enter opens, + adds, Delete removes.
import type { KeyboardEvent } from 'react'
import { neighbour } from '../model/layout.ts'
import type { Direction, Picture } from '../model/layout.ts'

const DIRECTIONS: Record<string, Direction | undefined> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

type Actions = {
  picture: Picture
  onMove: (id: string) => void
  onOpen: ((id: string) => void) | undefined
  onAdd: ((id: string) => void) | undefined
  onRemove: ((id: string) => void) | undefined
}

const idOf = (event: KeyboardEvent): string | undefined =>
  (event.target as Element).closest<HTMLElement>('[data-step]')?.dataset['step']

export function canvasKeys({ picture, onMove, onOpen, onAdd, onRemove }: Actions) {
  const act = (id: string, key: string): boolean => {
    const direction = DIRECTIONS[key]
    if (direction) {
      const next = neighbour(picture, id, direction)
      if (next !== undefined) onMove(next)
      return true
    }
    if (key === 'Home') onMove(picture.nodes[0]?.id ?? id)
    else if (key === 'Enter' && onOpen) onOpen(id)
    else if (key === '+' && onAdd) onAdd(id)
    else if ((key === 'Delete' || key === 'Backspace') && onRemove) onRemove(id)
    else return false
    return true
  }
  return (event: KeyboardEvent) => {
    const id = idOf(event)
    if (id === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (!act(id, event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }
}
