import { TextField } from '../../../../components/forms/field.tsx'
import { CampaignSettings } from '../../../../patterns/campaign-settings/campaign-settings.tsx'
import { Fieldset } from '../../../../patterns/campaign-settings/settings-fields.tsx'
import { editor } from '../editor.texts.ts'
import type { CampaignDraft } from '../draft/use-campaign-draft.ts'

const { settings: texts } = editor

type OptionalText = 'fromName' | 'replyTo'

export function SettingsPane({ draft, isReadOnly }: { draft: CampaignDraft; isReadOnly: boolean }) {
  const { fields, errors, change } = draft
  const optional = (name: OptionalText) => ({
    value: fields[name] ?? '',
    error: errors[name],
    onText: (text: string) => change({ [name]: text || null }),
  })
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <fieldset disabled={isReadOnly} className="flex max-w-xl min-w-0 flex-col gap-6 p-4">
        <Fieldset legend={texts.sender}>
          <TextField
            label={texts.from}
            type="email"
            value={fields.from}
            error={errors['from']}
            onText={(from) => change({ from })}
          />
          <TextField label={texts.fromName} maxLength={100} {...optional('fromName')} />
          <TextField label={texts.replyTo} type="email" hint={texts.replyToHint} {...optional('replyTo')} />
        </Fieldset>
        <CampaignSettings draft={draft} isReadOnly={isReadOnly} />
      </fieldset>
    </div>
  )
}
