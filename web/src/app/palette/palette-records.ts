// Records that the server found, by kind, with frequent actions on them.
import { FileText, Filter, Globe, History, Mail, Megaphone, User, Workflow } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { SearchHit } from '../../api/project/search.ts'
import { app as texts } from '../app.texts.ts'
import type { Entry, EntryGroup, PaletteContext } from './palette-entry.ts'
import { recordPath } from '../record-path.ts'

/** Jobs have no page of their own. */
type ShownKind = Exclude<SearchHit['kind'], 'job'>

const ICONS: Record<ShownKind, LucideIcon> = {
  contact: User,
  template: FileText,
  campaign: Megaphone,
  segment: Filter,
  workflow: Workflow,
  domain: Globe,
  email: Mail,
}

const isShown = (hit: SearchHit): hit is SearchHit & { kind: ShownKind } => hit.kind !== 'job'

/** Each action is a suffix to the path of the record. */
const ACTIONS: Partial<Record<ShownKind, { label: string; icon: LucideIcon; suffix: string }>> = {
  template: { label: texts.palette.versions, icon: History, suffix: '?pane=versions' },
}

// With more records, the actions would push them out of sight.
const MAX_WITH_ACTIONS = 2

export function recordGroups(hits: readonly SearchHit[], { projectId, go }: PaletteContext): EntryGroup[] {
  const byKind = Map.groupBy(hits.filter(isShown), ({ kind }) => kind)
  return [...byKind].map(([kind, found]) => ({
    label: texts.palette.kinds[kind],
    entries: found.flatMap((hit) => {
      const path: string = recordPath(projectId, hit)
      const { id, title, detail } = hit
      const entry: Entry = {
        id,
        label: title,
        icon: ICONS[kind],
        run: () => go(path),
        ...(detail !== undefined && { detail }),
      }
      const action = found.length <= MAX_WITH_ACTIONS ? ACTIONS[kind] : undefined
      if (!action) return [entry]
      const { label, icon, suffix } = action
      return [entry, { id: `${id} ${label}`, label, detail: title, icon, run: () => go(`${path}${suffix}`) }]
    }),
  }))
}
