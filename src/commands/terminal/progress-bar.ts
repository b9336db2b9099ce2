import { terminal } from '../../platform/terminal.ts'

const WIDTH = 30

export type ProgressBar = {
  update(progress: { done: number; total: number | null }): void
  end(): void
}

/** On standard error, and only where a person watches it. */
export function createProgressBar(label: string): ProgressBar {
  let isShown = false
  return {
    update(progress) {
      isShown = terminal.redraw(barText(label, progress)) || isShown
    },
    end() {
      if (isShown) terminal.redraw('')
    },
  }
}

export function barText(label: string, { done, total }: { done: number; total: number | null }): string {
  if (total === null || total === 0) return `${label} ${done.toLocaleString('en')}`
  const part = Math.min(done / total, 1)
  const full = Math.round(part * WIDTH)
  const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full)
  return `${label} ${bar} ${Math.floor(part * 100)}% ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
}
