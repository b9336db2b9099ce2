// Actions that can be started from anywhere: each leads to the page that does it.
import {
  FileText,
  Filter,
  Globe,
  KeyRound,
  Megaphone,
  Plus,
  Upload,
  UserPlus,
  Webhook,
  Workflow,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { Role } from '../../api/accounts/account.ts'
import { app as texts } from '../app.texts.ts'
import type { Entry, PaletteWay } from './palette-entry.ts'

const { verbs: words } = texts.palette

type Action = { label: string; icon: LucideIcon; needs: Role; place: string }

const ACTIONS: readonly Action[] = [
  { label: words.addContact, icon: Plus, needs: 'member', place: 'contacts?dialog=create' },
  { label: words.importContacts, icon: Upload, needs: 'member', place: 'contacts/import' },
  { label: words.newSegment, icon: Filter, needs: 'member', place: 'segments/new' },
  { label: words.newCampaign, icon: Megaphone, needs: 'member', place: 'campaigns?dialog=create' },
  { label: words.newWorkflow, icon: Workflow, needs: 'member', place: 'workflows?dialog=create' },
  { label: words.newTemplate, icon: FileText, needs: 'member', place: 'templates?dialog=create' },
  { label: words.addDomain, icon: Globe, needs: 'member', place: 'domains?dialog=create' },
  { label: words.createKey, icon: KeyRound, needs: 'admin', place: 'keys?dialog=create' },
  { label: words.addWebhook, icon: Webhook, needs: 'member', place: 'webhooks?dialog=create' },
  { label: words.invite, icon: UserPlus, needs: 'admin', place: 'settings?tab=members' },
]

export const pageActions = ({ projectId, may, go }: PaletteWay): Entry[] =>
  ACTIONS.filter(({ needs }) => may(needs)).map(({ label, icon, place }) => ({
    id: place,
    label,
    icon,
    run: () => go(`/app/p/${projectId}/${place}`),
  }))
