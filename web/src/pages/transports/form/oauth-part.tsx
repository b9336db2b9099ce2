// The fields of OAuth 2.
import { PasswordField, TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { optionsOf } from '../../../components/forms/select.tsx'
import type { PartProps } from './form-parts.ts'
import { serviceOf, withService } from './oauth-fields.ts'
import type { OAuthFields } from './oauth-fields.ts'
import { oauthTexts as texts } from './smtp.texts.ts'

const SERVICES = optionsOf(texts.services)

const PLAIN = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false }

export function OAuthPart({ fields, errors, change, isStored, isDisabled }: PartProps<OAuthFields>) {
  const service = serviceOf(fields)
  return (
    <>
      <SelectField
        label={texts.service}
        hint={texts.serviceHints[service]}
        value={service}
        options={SERVICES}
        isDisabled={isDisabled}
        onChange={(chosen) => change(withService(fields, chosen))}
      />
      <TextField
        {...PLAIN}
        label={texts.tokenUrl}
        error={errors['settings.oauth2.tokenUrl'] ?? errors['settings.oauth2']}
        value={fields.tokenUrl}
        maxLength={2048}
        disabled={isDisabled}
        onText={(tokenUrl) => change({ tokenUrl })}
      />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField
          {...PLAIN}
          label={texts.clientId}
          error={errors['settings.oauth2.clientId']}
          value={fields.clientId}
          maxLength={1000}
          disabled={isDisabled}
          onText={(clientId) => change({ clientId })}
        />
        <PasswordField
          label={texts.clientSecret}
          autoComplete="new-password"
          hint={isStored ? texts.keepSecrets : undefined}
          error={errors['settings.oauth2.clientSecret']}
          value={fields.clientSecret}
          maxLength={5000}
          disabled={isDisabled}
          onText={(clientSecret) => change({ clientSecret })}
        />
        <PasswordField
          label={texts.refreshToken}
          autoComplete="new-password"
          hint={texts.refreshTokenHint}
          error={errors['settings.oauth2.refreshToken']}
          value={fields.refreshToken}
          maxLength={5000}
          disabled={isDisabled}
          onText={(refreshToken) => change({ refreshToken })}
        />
        <TextField
          {...PLAIN}
          label={texts.scope}
          error={errors['settings.oauth2.scope']}
          value={fields.scope}
          maxLength={1000}
          disabled={isDisabled}
          onText={(scope) => change({ scope })}
        />
      </div>
    </>
  )
}
