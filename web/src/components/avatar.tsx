import { classes } from './classes.ts'
import { initialsOf } from '../format/first-letters.ts'

const TONES = [
  'bg-accent-soft text-accent-text',
  'bg-info-soft text-info',
  'bg-good-soft text-good',
  'bg-warn-soft text-warn',
  'bg-neutral-soft text-soft',
]

const SIZES = { small: 'size-6 text-[10px]', large: 'size-14 text-lg' }

/** Two letters, in a colour derived from the name. */
export function Avatar({ name, size = 'small' }: { name: string; size?: keyof typeof SIZES }) {
  const sum = Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce((a, b) => a + b, 0)
  return (
    <span
      aria-hidden
      className={classes(
        'flex shrink-0 items-center justify-center rounded-full font-semibold uppercase',
        SIZES[size],
        TONES[sum % TONES.length],
      )}
    >
      {initialsOf(name)}
    </span>
  )
}
