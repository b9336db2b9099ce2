// What the palette offers: pages and actions that match what was typed, and people and emails that the server finds.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BookOpen, Keyboard, Mail, Moon, Sun, User } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { z } from 'zod'
import type { ContactList } from '../../../src/features/contacts/contacts.schema.ts'
import type { EmailList } from '../../../src/features/delivery/emails/emails.schema.ts'
import type { ProjectApi } from '../api/client.ts'
import { app as texts } from './app.texts.ts'
import { NAVIGATION } from './navigation.ts'
import { chooseTheme } from './theme.ts'
import { useProject } from './use-project.ts'

export type Entry = {
  id: string
  label: string
  detail?: string
  icon: LucideIcon
  keys?: string
  run: () => void
}
export type EntryGroup = { label: string; entries: Entry[] }

// Enough to recognize what was meant; the lists themselves show the rest.
const MOST_FOUND = 5
const LEAST_CHARACTERS = 2
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const MOST_RECENT = 4

/** Ids of what was opened last, newest first; until the page is left. */
let recent: string[] = []

export function rememberEntry({ id }: Entry): void {
  recent = [id, ...recent.filter((one) => one !== id)].slice(0, MOST_RECENT)
}

export function useEntries(text: string, { onHelp }: { onHelp: () => void }): EntryGroup[] {
  const { api, project } = useProject()
  const navigate = useNavigate()
  const asked = text.trim()
  const { data: found } = useQuery({
    queryKey: [api.projectId, 'palette', asked],
    queryFn: ({ signal }) => findRecords(api, asked, signal),
    enabled: asked.length >= LEAST_CHARACTERS,
    placeholderData: keepPreviousData,
  })
  const projectId = project.id
  const pages: Entry[] = NAVIGATION.map(({ to, label, icon, key }) => ({
    id: to,
    label,
    icon,
    keys: `G ${key.toUpperCase()}`,
    run: () => void navigate({ to, params: { projectId } }),
  }))
  const actions: Entry[] = [
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
      id: 'docs',
      label: texts.apiDocs,
      icon: BookOpen,
      run: () => void window.open('/docs', '_blank', 'noopener'),
    },
  ]
  const contacts = (found?.contacts ?? []).map(({ id, email }): Entry => ({
    id,
    label: email,
    icon: User,
    run: () =>
      void navigate({ to: '/app/p/$projectId/contacts/$contactId', params: { projectId, contactId: id } }),
  }))
  const emails = (found?.emails ?? []).map(({ id, subject, to }): Entry => ({
    id,
    label: subject,
    detail: to,
    icon: Mail,
    run: () => void navigate({ to: '/app/p/$projectId/emails/$emailId', params: { projectId, emailId: id } }),
  }))
  return arrange(asked, { pages, actions, contacts, emails })
}

type Kinds = { pages: Entry[]; actions: Entry[]; contacts: Entry[]; emails: Entry[] }

/** What was typed chooses; with nothing typed, what was opened last comes first. */
function arrange(asked: string, { pages, actions, contacts, emails }: Kinds): EntryGroup[] {
  const matches = ({ label }: Entry) => label.toLowerCase().includes(asked.toLowerCase())
  const isSearching = asked.length >= LEAST_CHARACTERS
  const known = [...pages, ...actions]
  const last = recent.flatMap((id) => known.filter((entry) => entry.id === id))
  const groups: EntryGroup[] = [
    ...(asked === '' ? [{ label: texts.palette.recent, entries: last }] : []),
    { label: texts.palette.pages, entries: pages.filter(matches) },
    { label: texts.palette.actions, entries: actions.filter(matches) },
    { label: texts.palette.contacts, entries: isSearching ? contacts : [] },
    { label: texts.palette.emails, entries: isSearching ? emails : [] },
  ]
  const seen = new Set<string>()
  return groups
    .map(({ label, entries }) => ({
      label,
      entries: entries.filter(({ id }) => !seen.has(id) && seen.add(id)),
    }))
    .filter(({ entries }) => entries.length > 0)
}

type Found = {
  contacts: z.infer<typeof ContactList>['contacts']
  emails: z.infer<typeof EmailList>['emails']
}

async function findRecords(api: ProjectApi, text: string, signal: AbortSignal): Promise<Found> {
  if (UUID.test(text)) return findById(api, text, signal)
  const query = { search: text, limit: MOST_FOUND, total: false }
  const [{ contacts }, { emails }] = await Promise.all([
    api.get<z.infer<typeof ContactList>>('/contacts', { query, signal }),
    api.get<z.infer<typeof EmailList>>('/emails', { query, signal }),
  ])
  return { contacts, emails }
}

/** A pasted id is that of a contact or of an email. */
async function findById(api: ProjectApi, id: string, signal: AbortSignal): Promise<Found> {
  const none = () => []
  const [contacts, emails] = await Promise.all([
    api.get<Found['contacts'][number]>(`/contacts/${id}`, { signal }).then((one) => [one], none),
    api.get<Found['emails'][number]>(`/emails/${id}`, { signal }).then((one) => [one], none),
  ])
  return { contacts, emails }
}
