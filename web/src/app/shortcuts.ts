// Keys that work on every page. Single keys are off while the user types or a dialog is open.
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isTyping } from '../hooks/is-typing.ts'
import { NAVIGATION } from './navigation.ts'

/** The time for the second key of a jump, after "g". */
const SECOND_KEY_MS = 1_200

type Shortcuts = { projectId: string; onPalette: () => void; onHelp: () => void }

export function useShortcuts({ projectId, onPalette, onHelp }: Shortcuts): void {
  const navigate = useNavigate()
  useEffect(() => {
    let jumpUntil = 0
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        return onPalette()
      }
      if (isTyping(event)) return
      const target = NAVIGATION.find(({ key }) => key === event.key)
      if (performance.now() < jumpUntil && target) {
        jumpUntil = 0
        return void navigate({ to: target.to, params: { projectId } })
      }
      jumpUntil = event.key === 'g' ? performance.now() + SECOND_KEY_MS : 0
      if (event.key === '?') onHelp()
      if (event.key === '/') {
        event.preventDefault()
        document.querySelector<HTMLInputElement>('[data-search]')?.focus()
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate, projectId, onPalette, onHelp])
}
