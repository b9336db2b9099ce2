// The pages in the sidebar, in order. A page that is added here is also in the palette and has its "g" key.
import {
  Activity,
  BadgeCheck,
  Ban,
  ChartNoAxesColumn,
  FileText,
  Filter,
  Globe,
  Inbox,
  KeyRound,
  Mail,
  Megaphone,
  Rocket,
  Settings,
  Users,
  Webhook,
  Workflow,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { app as texts } from './app.texts.ts'

type NavigationItem = {
  to:
    | '/app/p/$projectId'
    | '/app/p/$projectId/welcome'
    | '/app/p/$projectId/emails'
    | '/app/p/$projectId/activity'
    | '/app/p/$projectId/contacts'
    | '/app/p/$projectId/segments'
    | '/app/p/$projectId/campaigns'
    | '/app/p/$projectId/workflows'
    | '/app/p/$projectId/templates'
    | '/app/p/$projectId/domains'
    | '/app/p/$projectId/inbox'
    | '/app/p/$projectId/keys'
    | '/app/p/$projectId/webhooks'
    | '/app/p/$projectId/suppressions'
    | '/app/p/$projectId/verify'
    | '/app/p/$projectId/settings'
  label: string
  icon: LucideIcon
  /** Pressed after g. */
  key: string
  group: keyof typeof texts.groups
}

export const NAVIGATION: readonly NavigationItem[] = [
  { to: '/app/p/$projectId', label: texts.pages.overview, icon: ChartNoAxesColumn, key: 'o', group: 'main' },
  { to: '/app/p/$projectId/emails', label: texts.pages.emails, icon: Mail, key: 'e', group: 'main' },
  { to: '/app/p/$projectId/activity', label: texts.pages.activity, icon: Activity, key: 'a', group: 'main' },
  { to: '/app/p/$projectId/contacts', label: texts.pages.contacts, icon: Users, key: 'c', group: 'audience' },
  {
    to: '/app/p/$projectId/segments',
    label: texts.pages.segments,
    icon: Filter,
    key: 'm',
    group: 'audience',
  },
  {
    to: '/app/p/$projectId/suppressions',
    label: texts.pages.suppressions,
    icon: Ban,
    key: 'u',
    group: 'audience',
  },
  {
    to: '/app/p/$projectId/verify',
    label: texts.pages.verify,
    icon: BadgeCheck,
    key: 'v',
    group: 'audience',
  },
  {
    to: '/app/p/$projectId/campaigns',
    label: texts.pages.campaigns,
    icon: Megaphone,
    key: 'p',
    group: 'messages',
  },
  {
    to: '/app/p/$projectId/workflows',
    label: texts.pages.workflows,
    icon: Workflow,
    key: 'f',
    group: 'messages',
  },
  {
    to: '/app/p/$projectId/templates',
    label: texts.pages.templates,
    icon: FileText,
    key: 't',
    group: 'messages',
  },
  { to: '/app/p/$projectId/domains', label: texts.pages.domains, icon: Globe, key: 'd', group: 'sending' },
  { to: '/app/p/$projectId/inbox', label: texts.pages.inbox, icon: Inbox, key: 'i', group: 'sending' },
  { to: '/app/p/$projectId/welcome', label: texts.pages.welcome, icon: Rocket, key: 'w', group: 'sending' },
  { to: '/app/p/$projectId/keys', label: texts.pages.keys, icon: KeyRound, key: 'k', group: 'sending' },
  {
    to: '/app/p/$projectId/webhooks',
    label: texts.pages.webhooks,
    icon: Webhook,
    key: 'h',
    group: 'sending',
  },
  {
    to: '/app/p/$projectId/settings',
    label: texts.pages.settings,
    icon: Settings,
    key: 's',
    group: 'sending',
  },
]

export const GROUPS = ['main', 'audience', 'messages', 'sending'] as const
