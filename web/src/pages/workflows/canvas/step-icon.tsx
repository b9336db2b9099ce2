import {
  Clock,
  GitBranch,
  Hourglass,
  LogOut,
  Mail,
  Radio,
  Split,
  UserMinus,
  UserPen,
  UserPlus,
  Webhook,
  Zap,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { classes } from '../../../components/classes.ts'
import type { StepType } from '../model/definition.ts'

const LOOKS: Record<StepType | 'TRIGGER', { icon: LucideIcon; tone: string }> = {
  TRIGGER: { icon: Zap, tone: 'bg-warn-soft text-warn' },
  SEND_EMAIL: { icon: Mail, tone: 'bg-accent-soft text-accent-text' },
  DELAY: { icon: Clock, tone: 'bg-neutral-soft text-soft' },
  WAIT_FOR_EVENT: { icon: Hourglass, tone: 'bg-neutral-soft text-soft' },
  CONDITION: { icon: GitBranch, tone: 'bg-good-soft text-good' },
  SPLIT: { icon: Split, tone: 'bg-good-soft text-good' },
  UPDATE_CONTACT: { icon: UserPen, tone: 'bg-info-soft text-info' },
  ADD_TO_SEGMENT: { icon: UserPlus, tone: 'bg-info-soft text-info' },
  REMOVE_FROM_SEGMENT: { icon: UserMinus, tone: 'bg-info-soft text-info' },
  WEBHOOK: { icon: Webhook, tone: 'bg-info-soft text-info' },
  TRACK_EVENT: { icon: Radio, tone: 'bg-info-soft text-info' },
  EXIT: { icon: LogOut, tone: 'bg-bad-soft text-bad' },
}

export function StepIcon({ type }: { type: StepType | 'TRIGGER' }) {
  const { icon: Icon, tone } = LOOKS[type]
  return (
    <span
      aria-hidden
      className={classes('flex size-7 shrink-0 items-center justify-center rounded-lg [&_svg]:size-4', tone)}
    >
      <Icon />
    </span>
  )
}
