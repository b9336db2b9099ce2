import { checkCampaignSpam } from '../../../../api/content/checks.ts'
import type { SpamCheck } from '../../../../api/content/checks.ts'
import { useProject } from '../../../../app/use-project.ts'
import { Card } from '../../../../components/page.tsx'
import { emailChecks } from '../../../../patterns/email-checks/email-checks.texts.ts'
import { SpamOfEmails } from '../../../../patterns/email-checks/spam-checks.tsx'
import { placeOf } from '../draft/problem-places.ts'
import type { CampaignDraft } from '../draft/use-campaign-draft.ts'
import { editor } from '../editor.texts.ts'

/** The variant by its letter, or the language of the translation. */
const nameOf = ({ field, language, subject }: SpamCheck): string =>
  `${language ?? placeOf(field).variant ?? 'A'}: ${subject}`

/** Asks about the campaign as it was saved. */
export function SpamCard({ draft }: { draft: CampaignDraft }) {
  const { api } = useProject()
  return (
    <Card title={emailChecks.spam.title} isFlush>
      {draft.isDirty && <p className="px-4 pb-3 text-sm text-warn">{editor.checks.unsaved}</p>}
      <SpamOfEmails check={() => checkCampaignSpam(api, draft.base.id)} nameOf={nameOf} />
    </Card>
  )
}
