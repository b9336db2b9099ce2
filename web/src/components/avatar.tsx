import { classes } from './classes.ts'
import { firstLetters } from '../format/first-letters.ts'

const TONES = [
  'bg-accent-soft text-accent-text',
  'bg-info-soft text-info',
  'bg-good-soft text-good',
  'bg-warn-soft text-warn',
  'bg-neutral-soft text-soft',
]

/** Two letters, in a colour derived from the name. */
export function Avatar({ name }: { name: string }) {
  const sum = Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce((a, b) => a + b, 0)
  return (
    <span
      aria-hidden
      className={classes(
        'flex size-6 shrink-0 items-center justify-center rounded-full text-[10px] font-semibold uppercase',
        TONES[sum % TONES.length],
      )}
    >
      {firstLetters(name, 2)}
    </span>
  )
}
