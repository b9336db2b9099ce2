// Keys that work on every page. Single keys are off while the user types or a dialog is open.
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { isTyping } from '../hooks/is-typing.ts'
import { usePageKeys } from '../hooks/use-page-keys.ts'
import { NAVIGATION } from './navigation.ts'

/** The time for the second key of a jump, after "g". */
const SECOND_KEY_MS = 1_200

type Shortcuts = { projectId: string; onPalette: () => void; onHelp: () => void }

export function useShortcuts({ projectId, onPalette, onHelp }: Shortcuts): void {
  const navigate = useNavigate()
  const jumpUntil = useRef(0)
  usePageKeys((event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      return onPalette()
    }
    if (isTyping(event)) return
    const target = NAVIGATION.find(({ key }) => key === event.key)
    if (performance.now() < jumpUntil.current && target) {
      jumpUntil.current = 0
      return void navigate({ to: target.to, params: { projectId } })
    }
    jumpUntil.current = event.key === 'g' ? performance.now() + SECOND_KEY_MS : 0
    if (event.key === '?') onHelp()
    if (event.key === '/') {
      event.preventDefault()
      document.querySelector<HTMLInputElement>('[data-search]')?.focus()
    }
  })
}
