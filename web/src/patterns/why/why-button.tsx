import { useState } from 'react'
import { Button } from '../../components/forms/button.tsx'
import { WhyDialog } from './why-dialog.tsx'
import type { WhyQuestion } from './why-dialog.tsx'
import { whyTexts as texts } from './why.texts.ts'

type WhyButtonProps = WhyQuestion & { look?: 'plain' | 'quiet' }

/** Beside a contact and a campaign, workflow, template or topic. */
export function WhyButton({ look = 'quiet', ...question }: WhyButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        look={look}
        aria-label={texts.buttonFor(question.contact.email)}
        onClick={() => setIsOpen(true)}
      >
        {texts.button}
      </Button>
      <WhyDialog question={isOpen ? question : undefined} onClose={() => setIsOpen(false)} />
    </>
  )
}
