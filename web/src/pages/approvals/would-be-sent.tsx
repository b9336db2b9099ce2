import type { Approval } from '../../api/sending/approvals.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { Card, Facts } from '../../components/page.tsx'
import { EmailFrame } from '../../patterns/email/email-frame.tsx'
import { approvalTexts } from './approvals.texts.ts'

const { detail: texts } = approvalTexts

/** Shows what the agent wrote, which nobody has checked, as text or in the frame for untrusted HTML. */
export function WouldBeSent({ approval }: { approval: Approval }) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Card title={texts.content}>
        {approval.tool === 'send_email' ? <EmailFacts of={approval} /> : <CampaignLink of={approval} />}
      </Card>
      {typeof approval.arguments['body'] === 'string' && (
        <Card title={texts.preview}>
          <EmailFrame title={texts.preview} html={approval.arguments['body']} width="desktop" />
        </Card>
      )}
      <Card title={texts.whole}>
        <pre
          tabIndex={0}
          role="region"
          aria-label={texts.whole}
          className="max-h-96 overflow-auto text-xs break-words whitespace-pre-wrap"
        >
          {JSON.stringify(approval.arguments, null, 2)}
        </pre>
      </Card>
    </div>
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function EmailFacts({ of: { arguments: args } }: { of: Approval }) {
  const facts = (['to', 'subject', 'template'] as const).map(
    (name) => args[name] !== undefined && ([texts[name], textOf(args[name])] as const),
  )
  const { scheduledFor } = args
  return <Facts facts={[...facts, scheduledFor !== undefined && [texts.scheduled, textOf(scheduledFor)]]} />
}

function CampaignLink({ of: { arguments: args } }: { of: Approval }) {
  const { scheduledFor } = (args['options'] ?? {}) as { scheduledFor?: unknown }
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="text-soft">{texts.campaignText}</p>
      <RecordLink kind="campaign" id={textOf(args['id'])}>
        {texts.campaign}
      </RecordLink>
      {scheduledFor !== undefined && <Facts facts={[[texts.scheduled, textOf(scheduledFor)]]} />}
    </div>
  )
}
