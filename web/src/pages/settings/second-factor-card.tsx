import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  createBackupCodes,
  disableSecondFactor,
  enableSecondFactor,
  verifyCode,
} from '../../api/accounts/account.ts'
import { useRefreshAccount } from './use-project-form.ts'
import { useProject } from '../../app/use-project.ts'
import { Badge } from '../../components/notices/badge.tsx'
import { Button, buttonClass } from '../../components/forms/button.tsx'
import { Copyable, CopyTextButton } from '../../components/copy-button.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { PasswordField, TextField } from '../../components/forms/field.tsx'
import { Card } from '../../components/page.tsx'
import { QrCode } from '../../components/qr-code.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { accountTexts } from './settings.texts.ts'

const texts = accountTexts.factor

export function SecondFactorCard() {
  const { account } = useProject()
  const isOn = account.user.twoFactorEnabled
  return (
    <Card
      title={texts.title}
      actions={<Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? texts.on : texts.off}</Badge>}
    >
      <p className="mb-3 text-sm text-soft">{texts.text}</p>
      {isOn ? <TurnOff /> : <SetUp />}
    </Card>
  )
}

function SetUp() {
  const refresh = useRefreshAccount()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const enable = useMutation({
    mutationFn: () => enableSecondFactor({ password }),
    onSuccess: () => setPassword(''),
  })
  const confirm = useMutation({
    mutationFn: () => verifyCode(code.replaceAll(/\s/g, '')),
    onSuccess: async () => {
      toast.good(texts.enabled)
      await refresh()
    },
  })
  if (!enable.data) {
    return (
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          enable.mutate()
        }}
      >
        <PasswordField
          label={texts.password}
          autoComplete="current-password"
          value={password}
          onText={setPassword}
        />
        {enable.isError && <ErrorNotice error={enable.error} />}
        <div className="flex justify-end">
          <Button type="submit" isBusy={enable.isPending} disabled={password === ''}>
            {texts.enable}
          </Button>
        </div>
      </form>
    )
  }
  const { totpURI, backupCodes } = enable.data
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate()
      }}
    >
      <div className="flex justify-center">
        <QrCode text={totpURI} label={texts.scan} />
      </div>
      <div>
        <h3 className="text-sm font-medium">{texts.secret}</h3>
        <p className="text-xs text-soft">{texts.secretText}</p>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
          <Copyable text={new URL(totpURI).searchParams.get('secret') ?? ''} label={texts.copySecret} />
          <a href={totpURI} className={buttonClass({ size: 'small' })}>
            {texts.openApp}
          </a>
        </div>
      </div>
      <BackupCodes codes={backupCodes} />
      <TextField
        label={texts.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        maxLength={20}
        onText={setCode}
      />
      {confirm.isError && <ErrorNotice error={confirm.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={() => enable.reset()}>{texts.cancel}</Button>
        <Button type="submit" look="primary" isBusy={confirm.isPending} disabled={code.trim() === ''}>
          {texts.confirm}
        </Button>
      </div>
    </form>
  )
}

function TurnOff() {
  const refresh = useRefreshAccount()
  const [password, setPassword] = useState('')
  const disable = useMutation({
    mutationFn: () => disableSecondFactor({ password }),
    onSuccess: async () => {
      toast.good(texts.disabled)
      await refresh()
    },
  })
  const renew = useMutation({
    mutationFn: () => createBackupCodes({ password }),
    onSuccess: () => setPassword(''),
  })
  const error = disable.error ?? renew.error
  return (
    <div className="flex flex-col gap-3">
      <PasswordField
        label={texts.password}
        autoComplete="current-password"
        value={password}
        onText={setPassword}
      />
      {renew.data && <BackupCodes codes={renew.data.backupCodes} />}
      {error && <ErrorNotice error={error} />}
      <div className="flex justify-end gap-2">
        <Button isBusy={renew.isPending} disabled={password === ''} onClick={() => renew.mutate()}>
          {texts.newCodes}
        </Button>
        <Button
          look="danger"
          isBusy={disable.isPending}
          disabled={password === ''}
          onClick={() => disable.mutate()}
        >
          {texts.disable}
        </Button>
      </div>
    </div>
  )
}

function BackupCodes({ codes }: { codes: string[] }) {
  return (
    <div>
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{texts.codes}</h3>
        <CopyTextButton text={codes.join('\n')} label={texts.copyCodes} />
      </div>
      <p className="text-xs text-soft">{texts.codesText}</p>
      <ul className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1 rounded-lg bg-sunken p-3 font-mono text-xs">
        {codes.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  )
}
