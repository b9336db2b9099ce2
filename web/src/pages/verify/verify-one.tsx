import { useMutation } from '@tanstack/react-query'
import { ArrowRight, CircleCheck, CircleX } from 'lucide-react'
import { VerifyRequest } from '../../../../src/features/verify/verify.schema.ts'
import { verifyAddress } from '../../api/audience/verify.ts'
import type { Verification } from '../../api/audience/verify.ts'
import { useProject } from '../../app/use-project.ts'
import { Badge } from '../../components/notices/badge.tsx'
import { Button } from '../../components/forms/button.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { Card } from '../../components/page.tsx'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { flagsOf } from './verify-flags.ts'
import { verify as texts } from './verify.texts.ts'

export function VerifyOne() {
  const { api, may } = useProject()
  const form = useSchemaForm(VerifyRequest, { email: '' })
  const check = useMutation({
    mutationFn: (email: string) => verifyAddress(api, email),
    onError: (error) => form.showServerErrors(error),
  })
  const applySuggestion = (email: string) => {
    form.setValue('email', email)
    check.mutate(email)
  }
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      <Card>
        <form
          noValidate
          className="flex items-start gap-3"
          onSubmit={(event) => void form.handleSubmit(({ email }) => check.mutate(email))(event)}
        >
          <div className="grow">
            <TextField
              label={texts.address}
              placeholder="ada@example.com"
              type="email"
              autoComplete="off"
              disabled={!may('member')}
              {...form.field('email')}
            />
          </div>
          <div className="pt-[27px]">
            <Button type="submit" look="primary" isBusy={check.isPending} disabled={!may('member')}>
              {texts.check}
            </Button>
          </div>
        </form>
      </Card>
      {check.isError && <ErrorNotice error={check.error} />}
      {check.data && <Result of={check.data} onSuggestion={applySuggestion} />}
    </div>
  )
}

function Result({ of: found, onSuggestion }: { of: Verification; onSuggestion: (email: string) => void }) {
  const { email, valid, suggestion, reasons } = found
  return (
    <Card>
      <div role="status" className="flex items-center gap-3 pt-2">
        {valid ? (
          <CircleCheck className="size-8 shrink-0 text-good" aria-hidden />
        ) : (
          <CircleX className="size-8 shrink-0 text-bad" aria-hidden />
        )}
        <div className="min-w-0">
          <p className="truncate text-base font-semibold">{email}</p>
          <p className="text-sm text-soft">{valid ? texts.valid : texts.invalid}</p>
        </div>
      </div>
      {suggestion !== null && (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-xl bg-warn-soft px-4 py-3 text-sm text-warn">
          <p>
            {texts.suggestion} <strong className="font-semibold">{suggestion}</strong>?
          </p>
          <Button size="small" icon={<ArrowRight />} onClick={() => onSuggestion(suggestion)}>
            {texts.takeSuggestion(suggestion)}
          </Button>
        </div>
      )}
      <h2 className="mt-5 text-sm font-semibold">{texts.findings}</h2>
      <ul className="mt-1 list-disc pl-5 text-sm text-soft">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <h2 className="mt-5 text-sm font-semibold">{texts.flagList}</h2>
      <dl className="mt-1 divide-y divide-line text-sm">
        {flagsOf(found).map(({ flag, isSet, tone }) => (
          <div key={flag} className="flex items-center gap-3 py-2">
            <dt className="w-28 shrink-0 font-medium">{texts.flags[flag].name}</dt>
            <dd className="w-12 shrink-0">
              <Badge tone={tone}>{isSet ? texts.yes : texts.no}</Badge>
            </dd>
            <dd className="min-w-0 text-soft">{isSet ? texts.flags[flag].yes : texts.flags[flag].no}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
