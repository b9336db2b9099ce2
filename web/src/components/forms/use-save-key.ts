import { usePageKeys } from '../../hooks/use-page-keys.ts'

/** Ctrl-S (⌘S) saves. */
export function useSaveKey(save: () => void): void {
  usePageKeys((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    save()
  })
}
