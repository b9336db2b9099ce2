// Actions that can be started from anywhere: each opens the page that does it. Also the tabs of the settings.
import {
  Archive,
  CircleUser,
  FileText,
  Filter,
  Gauge,
  Globe,
  HardDrive,
  KeyRound,
  MailCheck,
  Megaphone,
  Palette,
  Plus,
  Scale,
  ScrollText,
  Server,
  Tags,
  TextCursorInput,
  Upload,
  UserPlus,
  Users,
  Webhook,
  Workflow,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { Role } from '../../api/accounts/account.ts'
import { app as texts } from '../app.texts.ts'
import type { Entry, PaletteContext } from './palette-entry.ts'

const { verbs } = texts.palette

const ACTIONS: readonly { label: string; icon: LucideIcon; needs: Role; path: string }[] = [
  { label: verbs.addContact, icon: Plus, needs: 'member', path: 'contacts?dialog=create' },
  { label: verbs.importContacts, icon: Upload, needs: 'member', path: 'contacts/import' },
  { label: verbs.newSegment, icon: Filter, needs: 'member', path: 'segments/new' },
  { label: verbs.newForm, icon: TextCursorInput, needs: 'member', path: 'forms/new' },
  { label: verbs.newCampaign, icon: Megaphone, needs: 'member', path: 'campaigns?dialog=create' },
  { label: verbs.newWorkflow, icon: Workflow, needs: 'member', path: 'workflows?dialog=create' },
  { label: verbs.newTemplate, icon: FileText, needs: 'member', path: 'templates?dialog=create' },
  { label: verbs.addDomain, icon: Globe, needs: 'member', path: 'domains?dialog=create' },
  { label: verbs.addTransport, icon: Server, needs: 'owner', path: 'transports?dialog=create' },
  { label: verbs.createKey, icon: KeyRound, needs: 'admin', path: 'keys?dialog=create' },
  { label: verbs.addWebhook, icon: Webhook, needs: 'member', path: 'webhooks?dialog=create' },
  { label: verbs.newTopic, icon: Tags, needs: 'member', path: 'settings?tab=topics&dialog=create' },
  { label: verbs.invite, icon: UserPlus, needs: 'admin', path: 'settings?tab=members' },
]

export const pageActions = ({ projectId, may, go }: PaletteContext): Entry[] =>
  ACTIONS.filter(({ needs }) => may(needs)).map(({ label, icon, path }) => ({
    id: path,
    label,
    icon,
    run: () => go(`/app/p/${projectId}/${path}`),
  }))

const SETTINGS: Record<keyof typeof texts.settings, LucideIcon> = {
  brand: Palette,
  topics: Tags,
  limits: Gauge,
  'opt-in': MailCheck,
  archive: Archive,
  'control-group': Scale,
  members: Users,
  audit: ScrollText,
  account: CircleUser,
  instance: HardDrive,
}

/** The tabs of the settings, which are not in the sidebar. */
export const settingsPages = ({ projectId, go }: PaletteContext): Entry[] =>
  (Object.keys(SETTINGS) as (keyof typeof SETTINGS)[]).map((tab) => ({
    id: `settings ${tab}`,
    label: texts.settings[tab],
    detail: texts.pages.settings,
    icon: SETTINGS[tab],
    run: () => go(`/app/p/${projectId}/settings?tab=${tab}`),
  }))
