// The choice is that of the dashboard, too; theme.js reads it before the first paint.
const KEY = 'lettermill.theme'

export function installThemeButton(): void {
  const button = document.querySelector<HTMLButtonElement>('button.theme')
  if (!button) return
  const root = document.documentElement
  button.hidden = false
  button.addEventListener('click', () => {
    const theme = root.dataset['theme'] === 'dark' ? 'light' : 'dark'
    root.dataset['theme'] = theme
    try {
      localStorage.setItem(KEY, theme)
    } catch {
      // A browser without storage forgets the choice.
    }
  })
}
