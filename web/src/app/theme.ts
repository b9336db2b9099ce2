// Light, dark, or like the system. public/theme.js sets it before the first paint; this follows changes.
import { observable } from '../api/client/observable.ts'

export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

const STORAGE_KEY = 'lettermill.theme'

function readStored(): Theme {
  try {
    const value = localStorage.getItem(STORAGE_KEY)
    return THEMES.find((theme) => theme === value) ?? 'system'
  } catch {
    return 'system'
  }
}

export const theme = observable<Theme>(readStored())

const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

function apply(): void {
  const choice = theme.get()
  const isDark = choice === 'dark' || (choice === 'system' && systemIsDark.matches)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
}

export function chooseTheme(choice: Theme): void {
  try {
    localStorage.setItem(STORAGE_KEY, choice)
  } catch {
    // Without storage it lasts until the page is closed.
  }
  theme.set(choice)
}

theme.subscribe(apply)
systemIsDark.addEventListener('change', apply)
