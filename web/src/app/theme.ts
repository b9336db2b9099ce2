// Light, dark, or what the system says. public/theme.js sets it before the first paint; this follows changes.
import { observable } from '../api/client/observable.ts'

export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

const STORED_AS = 'lettermill.theme'

function stored(): Theme {
  try {
    const value = localStorage.getItem(STORED_AS)
    return THEMES.find((theme) => theme === value) ?? 'system'
  } catch {
    return 'system'
  }
}

export const theme = observable<Theme>(stored())

const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

function apply(): void {
  const choice = theme.get()
  const isDark = choice === 'dark' || (choice === 'system' && systemIsDark.matches)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
}

export function chooseTheme(choice: Theme): void {
  try {
    localStorage.setItem(STORED_AS, choice)
  } catch {
    // It holds until the page is left.
  }
  theme.set(choice)
}

theme.subscribe(apply)
systemIsDark.addEventListener('change', apply)
