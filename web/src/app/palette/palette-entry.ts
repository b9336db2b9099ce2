import type { LucideIcon } from 'lucide-react'
import type { Role } from '../../api/accounts/account.ts'

export type Entry = {
  id: string
  label: string
  detail?: string
  icon: LucideIcon
  keys?: string
  run: () => void
}
export type EntryGroup = { label: string; entries: Entry[] }

export type PaletteContext = { projectId: string; may: (needed: Role) => boolean; go: (path: string) => void }
