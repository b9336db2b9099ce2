// The pages in the sidebar, in order. A page that is added here is also in the palette and has its "g" key.
import {
  Activity,
  BadgeCheck,
  Ban,
  Bot,
  CalendarClock,
  ChartNoAxesColumn,
  FileText,
  Filter,
  Gauge,
  Globe,
  Inbox,
  KeyRound,
  Mail,
  Megaphone,
  Puzzle,
  Rocket,
  Server,
  Settings,
  TextCursorInput,
  TicketPercent,
  Users,
  Webhook,
  Workflow,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { app as texts } from './app.texts.ts'

type PageName = keyof typeof texts.pages

type PageLook = {
  icon: LucideIcon
  /** Pressed after g. */
  key: string
  group: keyof typeof texts.groups
}

const PAGES: Record<PageName, PageLook> = {
  overview: { icon: ChartNoAxesColumn, key: 'o', group: 'main' },
  emails: { icon: Mail, key: 'e', group: 'main' },
  activity: { icon: Activity, key: 'a', group: 'main' },
  reputation: { icon: Gauge, key: 'q', group: 'main' },
  contacts: { icon: Users, key: 'c', group: 'audience' },
  segments: { icon: Filter, key: 'm', group: 'audience' },
  forms: { icon: TextCursorInput, key: 'n', group: 'audience' },
  suppressions: { icon: Ban, key: 'u', group: 'audience' },
  verify: { icon: BadgeCheck, key: 'v', group: 'audience' },
  campaigns: { icon: Megaphone, key: 'p', group: 'messages' },
  'recurring-campaigns': { icon: CalendarClock, key: 'l', group: 'messages' },
  workflows: { icon: Workflow, key: 'f', group: 'messages' },
  templates: { icon: FileText, key: 't', group: 'messages' },
  partials: { icon: Puzzle, key: 'y', group: 'messages' },
  'coupon-lists': { icon: TicketPercent, key: 'b', group: 'messages' },
  domains: { icon: Globe, key: 'd', group: 'sending' },
  transports: { icon: Server, key: 'r', group: 'sending' },
  inbox: { icon: Inbox, key: 'i', group: 'sending' },
  welcome: { icon: Rocket, key: 'w', group: 'sending' },
  keys: { icon: KeyRound, key: 'k', group: 'sending' },
  webhooks: { icon: Webhook, key: 'h', group: 'sending' },
  approvals: { icon: Bot, key: 'z', group: 'sending' },
  settings: { icon: Settings, key: 's', group: 'sending' },
}

const pathOf = (name: PageName) =>
  name === 'overview' ? ('/app/p/$projectId' as const) : (`/app/p/$projectId/${name}` as const)

export const NAVIGATION = (Object.keys(PAGES) as PageName[]).map((name) => ({
  ...PAGES[name],
  to: pathOf(name),
  label: texts.pages[name],
}))

export const GROUPS = ['main', 'audience', 'messages', 'sending'] as const
