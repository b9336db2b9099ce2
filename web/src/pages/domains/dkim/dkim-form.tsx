import { useState } from 'react'
import { isReservedDomain, LONGEST_SELECTOR } from '../../../../../src/features/domains/domains.values.ts'
import type { DkimMode } from '../../../../../src/features/domains/domains.values.ts'
import { ApiError } from '../../../api/client/api-error.ts'
import { addDomainKey, domainQuery } from '../../../api/connections/domains.ts'
import type { Domain, DomainKeyFields } from '../../../api/connections/domains.ts'
import { useChange } from '../../../app/use-change.ts'
import { useProject } from '../../../app/use-project.ts'
import { ChoiceCards } from '../../../components/forms/choice-cards.tsx'
import { TextArea, TextField } from '../../../components/forms/field.tsx'
import { sentence } from '../../../components/forms/sentence.ts'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { DialogForm } from '../../../components/overlays/dialog.tsx'
import { dkimTexts } from './dkim.texts.ts'

const { dialog: texts } = dkimTexts

export function DkimForm({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const { api } = useProject()
  const [dkim, setDkim] = useState<DkimMode>(domain.dkim)
  const [selector, setSelector] = useState('')
  const [privateKey, setPrivateKey] = useState('')
  const add = useChange({
    call: (_, fields: DomainKeyFields) => addDomainKey(api, domain.id, fields),
    record: domainQuery(api, domain.id),
    done: dkimTexts.added[dkim],
    refreshes: ['/domains'],
    showsError: true,
    onSuccess: onClose,
  })
  const mayAlias = domain.dkimZone !== null && !isReservedDomain(domain.asciiDomain)
  const errorAt = problemsOf(add.error)
  const isAtField = errorAt.selector !== undefined || errorAt.privateKey !== undefined
  const fields: DomainKeyFields = {
    dkim,
    ...(dkim === 'txt' && selector.trim() !== '' && { selector: selector.trim() }),
    ...(privateKey.trim() !== '' && { privateKey }),
  }
  return (
    <DialogForm
      submit={texts.add}
      isBusy={add.isPending}
      onSubmit={() => add.mutate(fields)}
      onCancel={onClose}
    >
      {mayAlias && (
        <ChoiceCards
          label={texts.way}
          value={dkim}
          choices={(['txt', 'cname'] as const).map((value) => ({ value, ...texts.ways[value] }))}
          onChange={setDkim}
        />
      )}
      {dkim === 'txt' && (
        <TextField
          label={texts.selector}
          hint={texts.selectorHint}
          maxLength={LONGEST_SELECTOR}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={selector}
          onText={setSelector}
          error={errorAt.selector}
        />
      )}
      <TextArea
        label={texts.privateKey}
        hint={texts.privateKeyHint}
        autoComplete="off"
        spellCheck={false}
        value={privateKey}
        onText={setPrivateKey}
        error={errorAt.privateKey}
      />
      {add.isError && !isAtField && <ErrorNotice error={add.error} />}
    </DialogForm>
  )
}

/** The server's message about each field. */
function problemsOf(error: Error | null): Record<string, string | undefined> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(error.fields.map(({ field, message }) => [field, sentence(message)]))
}
