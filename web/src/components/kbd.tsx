import { classes } from './classes.ts'

/** Keys to press, such as "G E". */
export function Kbd({ children, onDark = false }: { children: string; onDark?: boolean }) {
  return (
    <span className="inline-flex gap-0.5" aria-hidden>
      {children.split(' ').map((key) => (
        <kbd
          key={key}
          className={classes(
            'min-w-5 rounded border px-1 text-center font-sans text-[11px] leading-[18px]',
            onDark ? 'border-ground/30' : 'border-line bg-sunken text-soft',
          )}
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
