/** Empty while `total` is null. */
export function Progress({ label, done, total }: { label: string; done: number; total: number | null }) {
  const share = total === null || total === 0 ? 0 : Math.min(1, done / total)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total ?? undefined}
      aria-valuenow={total === null ? undefined : done}
      className="h-2 w-full overflow-hidden rounded-full bg-neutral-soft"
    >
      <div
        className="h-full rounded-full bg-accent transition-[width] duration-300"
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}
