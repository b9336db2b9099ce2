import type { SegmentUse } from '../../api/segments.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useProject } from '../../app/use-project.ts'
import { Badge } from '../../components/notices/badge.tsx'
import { segments as texts } from './segments.texts.ts'

export function Uses({ of: uses }: { of: readonly SegmentUse[] }) {
  const { project } = useProject()
  if (uses.length === 0) return <p className="text-sm text-soft">{texts.used.none}</p>
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {uses.map(({ kind, id, name }) => (
        <li key={`${kind} ${id}`} className="flex min-w-0 items-center gap-2">
          <Badge>{texts.used.kinds[kind]}</Badge>
          {kind === 'segment' ? (
            <RecordLink kind="segment" id={id} className="truncate font-medium hover:underline">
              {name}
            </RecordLink>
          ) : (
            <a href={`/app/p/${project.id}/${kind}s/${id}`} className="truncate font-medium hover:underline">
              {name}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
