// The entries of the palette: pages and actions that match the typed text, and records that the server finds.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BookOpen, Keyboard, LifeBuoy, Moon, Sun } from 'lucide-react'
import { searchQuery } from '../../api/project/search.ts'
import { app as texts } from '../app.texts.ts'
import { NAVIGATION } from '../navigation.ts'
import { pageActions, settingsPages } from './palette-actions.ts'
import type { Entry, EntryGroup } from './palette-entry.ts'
import { recordGroups } from './palette-records.ts'
import { chooseTheme } from '../theme.ts'
import { useProject } from '../use-project.ts'

const MIN_CHARACTERS = 2
const MAX_RECENT = 4

/** Newest first; lost when the dashboard is closed. */
let recent: Entry[] = []

export function rememberEntry(entry: Entry): void {
  recent = [entry, ...recent.filter(({ id }) => id !== entry.id)].slice(0, MAX_RECENT)
}

export function useEntries(text: string, { onHelp }: { onHelp: () => void }): EntryGroup[] {
  const { api, project, may } = useProject()
  const navigate = useNavigate()
  const query = text.trim()
  const isSearching = query.length >= MIN_CHARACTERS
  const { data: found } = useQuery({
    ...searchQuery(api, query),
    enabled: isSearching,
    placeholderData: keepPreviousData,
  })
  const projectId = project.id
  const go = (path: string) => void navigate({ to: path as '/app' })
  const pages: Entry[] = NAVIGATION.map(({ to, label, icon, key }) => ({
    id: to,
    label,
    icon,
    keys: `G ${key.toUpperCase()}`,
    run: () => void navigate({ to, params: { projectId } }),
  }))
  const context = { projectId, may, go }
  const records = recordGroups(isSearching ? (found ?? []) : [], context)
  return groupEntries(query, {
    pages: [...pages, ...settingsPages(context)],
    actions: [...pageActions(context), ...appActions(onHelp)],
    records,
  })
}

const appActions = (onHelp: () => void): Entry[] => [
  {
    id: 'light',
    label: `${texts.theme.label}: ${texts.theme.light}`,
    icon: Sun,
    run: () => chooseTheme('light'),
  },
  {
    id: 'dark',
    label: `${texts.theme.label}: ${texts.theme.dark}`,
    icon: Moon,
    run: () => chooseTheme('dark'),
  },
  { id: 'keys', label: texts.shortcuts, icon: Keyboard, keys: '?', run: onHelp },
  {
    id: 'guide',
    label: texts.guide,
    icon: LifeBuoy,
    run: () => void window.open('/guide', '_blank', 'noopener'),
  },
  {
    id: 'docs',
    label: texts.apiDocs,
    icon: BookOpen,
    run: () => void window.open('/docs', '_blank', 'noopener'),
  },
]

type EntrySources = { pages: Entry[]; actions: Entry[]; records: EntryGroup[] }

/** Entries that match the query; without one, recent entries come first. */
function groupEntries(query: string, { pages, actions, records }: EntrySources): EntryGroup[] {
  const matches = ({ label }: Entry) => label.toLowerCase().includes(query.toLowerCase())
  const groups: EntryGroup[] = [
    ...(query === '' ? [{ label: texts.palette.recent, entries: recent }] : []),
    { label: texts.palette.pages, entries: pages.filter(matches) },
    { label: texts.palette.actions, entries: actions.filter(matches) },
    ...records,
  ]
  const seen = new Set<string>()
  return groups
    .map(({ label, entries }) => ({
      label,
      entries: entries.filter(({ id }) => !seen.has(id) && seen.add(id)),
    }))
    .filter(({ entries }) => entries.length > 0)
}
