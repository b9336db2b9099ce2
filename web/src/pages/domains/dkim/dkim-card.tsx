import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Domain } from '../../../api/connections/domains.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button } from '../../../components/forms/button.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { Card } from '../../../components/page.tsx'
import { DkimForm } from './dkim-form.tsx'
import { dkimTexts as texts } from './dkim.texts.ts'

/** How the DKIM key of the domain is published, and a dialog for another one. */
export function DkimCard({ domain }: { domain: Domain }) {
  const { may } = useProject()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const isAliased = domain.dkim === 'cname' && domain.dkimZone !== null
  return (
    <Card title={texts.title}>
      <p className="text-sm break-words text-soft">
        {isAliased ? texts.byAlias(domain.dkimZone ?? '') : texts.byTxt}
      </p>
      {may('member') && (
        <div className="mt-3">
          <Button size="small" icon={<KeyRound />} onClick={() => setIsOpen(true)}>
            {texts.change}
          </Button>
        </div>
      )}
      <Dialog
        title={texts.dialog.title}
        description={domain.status === 'PENDING' ? texts.dialog.unused : texts.dialog.text}
        isOpen={isOpen}
        onClose={close}
        width="wide"
      >
        <DkimForm domain={domain} onClose={close} />
      </Dialog>
    </Card>
  )
}
