import { RecordLink } from '../../app/record-link.tsx'
import { Badge } from '../../components/notices/badge.tsx'
import { usesTexts as texts } from './uses.texts.ts'

export type Use = { kind: keyof typeof texts.kinds; id: string; name: string }

/** The records that use another one, as links. */
export function Uses({ of: uses }: { of: readonly Use[] }) {
  if (uses.length === 0) return <p className="text-sm text-soft">{texts.none}</p>
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {uses.map(({ kind, id, name }) => (
        <li key={`${kind} ${id}`} className="flex min-w-0 items-center gap-2">
          <Badge>{texts.kinds[kind]}</Badge>
          <RecordLink kind={kind} id={id} className="truncate font-medium hover:underline">
            {name}
          </RecordLink>
        </li>
      ))}
    </ul>
  )
}

type UseListProps = { text: string; hint?: string; uses: readonly Use[] }

/** For dialogs that delete a record. */
export function UseList({ text, hint, uses }: UseListProps) {
  if (uses.length === 0) return null
  return (
    <section className="text-sm">
      <p className="mb-2 font-medium">{text}</p>
      <Uses of={uses} />
      {hint !== undefined && <p className="mt-2 text-soft">{hint}</p>}
    </section>
  )
}
