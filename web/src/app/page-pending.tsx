import { RowSkeletons, Skeleton } from '../components/notices/skeleton.tsx'

export function PagePending() {
  return (
    <div aria-busy className="flex h-full flex-col">
      <div className="flex h-16 items-center border-b border-line bg-panel px-5">
        <Skeleton className="h-5 w-40" />
      </div>
      <RowSkeletons />
    </div>
  )
}
