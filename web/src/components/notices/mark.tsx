import { Check, X } from 'lucide-react'
import { classes } from '../classes.ts'

/** A tick or a cross; the words beside it say the same. */
export function Mark({ isTrue }: { isTrue: boolean }) {
  return (
    <span
      className={classes(
        'flex size-5 shrink-0 items-center justify-center rounded-full [&_svg]:size-3.5',
        isTrue ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad',
      )}
    >
      {isTrue ? <Check aria-hidden /> : <X aria-hidden />}
    </span>
  )
}
