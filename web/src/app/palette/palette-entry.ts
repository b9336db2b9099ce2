import type { LucideIcon } from 'lucide-react'
import type { Role } from '../../api/accounts/account.ts'

/** One line of the palette. */
export type Entry = {
  id: string
  label: string
  detail?: string
  icon: LucideIcon
  keys?: string
  run: () => void
}
export type EntryGroup = { label: string; entries: Entry[] }

/** Where entries are made for, and how they lead somewhere. */
export type PaletteWay = { projectId: string; may: (needed: Role) => boolean; go: (path: string) => void }
