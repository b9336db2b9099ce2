import { RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { changeWebhook, deleteWebhook, webhookQuery, rotateWebhook } from '../../api/connections/webhooks.ts'
import type { Webhook } from '../../api/connections/webhooks.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Copyable } from '../../components/copy-button.tsx'
import { Button } from '../../components/forms/button.tsx'
import { SwitchRow } from '../../components/forms/switch-row.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { Card, Facts, PageBody } from '../../components/page.tsx'
import { DayTime, formatExact } from '../../format/time.tsx'
import { useDelete } from '../../patterns/record/use-record-actions.ts'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { useEnable } from './use-enable.ts'
import { WebhookForm } from './webhook-form.tsx'
import { webhooks as texts } from './webhooks.texts.ts'
import { RotateDialog } from '../../patterns/secret/rotate-dialog.tsx'
import { WebhookSecret } from './create-webhook-dialog.tsx'

const { detail } = texts

export function WebhookSettings({ webhook }: { webhook: Webhook }) {
  const { api, may } = useProject()
  const save = useChange({
    call: (_, patch: Parameters<typeof changeWebhook>[2]) => changeWebhook(api, webhook.id, patch),
    record: webhookQuery(api, webhook.id),
    done: texts.form.saved,
    refreshes: ['/webhooks'],
    showsError: true,
  })
  const enable = useEnable(webhook)
  const isAllowed = may('member')
  return (
    <PageBody>
      <RoleNotice needs="member" />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Card>
          <div className="pt-1">
            <WebhookForm
              // Resets the form after a save by somebody else.
              key={webhook.updatedAt}
              first={webhook}
              submit={texts.form.save}
              isBusy={save.isPending}
              error={save.error}
              isDisabled={!isAllowed}
              onSubmit={({ url, description, events, batch }) =>
                save.mutate({ url, description, events, batch: batch ?? null })
              }
            />
          </div>
        </Card>
        <div className="flex flex-col gap-4">
          <Card>
            <SwitchRow
              label={detail.enable}
              isOn={webhook.enabled}
              isDisabled={!isAllowed || enable.isPending}
              onChange={(isOn) => enable.mutate(isOn)}
            />
          </Card>
          <Card title={detail.facts}>
            <Facts
              facts={[
                [detail.id, <Copyable key="id" text={webhook.id} label={detail.copyId} />],
                [detail.created, <DayTime key="created" at={webhook.createdAt} />],
              ]}
            />
            {isAllowed && <DangerButtons webhook={webhook} />}
          </Card>
        </div>
      </div>
    </PageBody>
  )
}

function DangerButtons({ webhook }: { webhook: Webhook }) {
  const [openDialog, setOpenDialog] = useState<'rotate' | 'delete'>()
  const close = () => setOpenDialog(undefined)
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Button size="small" icon={<RefreshCw />} onClick={() => setOpenDialog('rotate')}>
        {texts.rotating.button}
      </Button>
      <Button size="small" look="danger" icon={<Trash2 />} onClick={() => setOpenDialog('delete')}>
        {detail.delete}
      </Button>
      <RotateSecretDialog webhook={webhook} isOpen={openDialog === 'rotate'} onClose={close} />
      <DeleteDialog webhook={webhook} isOpen={openDialog === 'delete'} onClose={close} />
    </div>
  )
}

type DialogProps = { webhook: Webhook; isOpen: boolean; onClose: () => void }

function DeleteDialog({ webhook: { id }, isOpen, onClose }: DialogProps) {
  const remove = useDelete({
    kind: 'webhook',
    id,
    remove: (api) => deleteWebhook(api, id),
    deleted: detail.deleting.done,
  })
  return (
    <ConfirmDialog
      title={detail.deleting.title}
      description={detail.deleting.text}
      cancel={detail.deleting.cancel}
      submit={detail.deleting.submit}
      isOpen={isOpen}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    />
  )
}

type Props = { webhook: Webhook; isOpen: boolean; onClose: () => void }

function RotateSecretDialog({ webhook, isOpen, onClose }: Props) {
  return (
    <RotateDialog
      title={texts.rotating.title}
      texts={texts.rotating}
      secretTitle={texts.secret.title}
      isOpen={isOpen}
      onClose={onClose}
      call={(api, graceSeconds) => rotateWebhook(api, webhook.id, graceSeconds)}
      secretOf={({ answer, graceSeconds, rotatedMs, close }) => (
        <WebhookSecret webhook={answer} onDone={close}>
          <p className="mt-3 text-sm text-soft">
            {graceSeconds === 0
              ? texts.secret.ended
              : texts.secret.until(formatExact(new Date(rotatedMs + graceSeconds * 1000).toISOString()))}
          </p>
        </WebhookSecret>
      )}
    />
  )
}
