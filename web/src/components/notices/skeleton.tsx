import { classes } from '../classes.ts'

/** A placeholder for first loads only, in the size of the content, so that the layout does not shift. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      className={classes(
        'block animate-[shimmer_900ms_ease-in-out_infinite_alternate] rounded-md bg-neutral-soft',
        className,
      )}
    />
  )
}

const ROWS = ['w-2/5', 'w-1/3', 'w-1/2', 'w-2/5', 'w-1/4', 'w-1/2', 'w-1/3', 'w-2/5']

export function RowSkeletons() {
  return (
    <div>
      {ROWS.map((width, index) => (
        <div key={index} className="flex h-11 items-center gap-6 border-b border-line px-5">
          <Skeleton className={classes('h-3.5', width)} />
          <Skeleton className="h-5 w-20 rounded-full" />
          <Skeleton className="ml-auto h-3.5 w-24" />
        </div>
      ))}
    </div>
  )
}
