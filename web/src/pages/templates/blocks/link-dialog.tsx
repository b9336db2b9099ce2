import { useState } from 'react'
import { isLink } from '../../../../../src/features/templates/blocks/blocks.schema.ts'
import { Button } from '../../../components/forms/button.tsx'
import { TextField } from '../../../components/forms/field.tsx'
import { Dialog, DialogActions } from '../../../components/overlays/dialog.tsx'
import { blocksTexts } from './blocks.texts.ts'

const { text: texts, fields } = blocksTexts

type LinkDialogProps = {
  href: string
  isOpen: boolean
  onClose: () => void
  onSet: (href: string) => void
  onRemove: () => void
}

export function LinkDialog({ isOpen, onClose, ...form }: LinkDialogProps) {
  return (
    <Dialog title={texts.linkTitle} isOpen={isOpen} onClose={onClose}>
      <LinkForm {...form} onClose={onClose} />
    </Dialog>
  )
}

function LinkForm({ href, onClose, onSet, onRemove }: Omit<LinkDialogProps, 'isOpen'>) {
  const [typed, setTyped] = useState(href)
  const isValid = typed !== '' && isLink(typed)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isValid) return
        onClose()
        onSet(typed)
      }}
    >
      <TextField
        label={fields.link}
        hint={fields.linkHint}
        error={typed !== '' && !isValid ? fields.badLink : undefined}
        value={typed}
        maxLength={2000}
        onText={setTyped}
      />
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        {href !== '' && (
          <Button
            look="danger"
            onClick={() => {
              onClose()
              onRemove()
            }}
          >
            {texts.removeLink}
          </Button>
        )}
        <Button look="primary" type="submit" disabled={!isValid}>
          {texts.setLink}
        </Button>
      </DialogActions>
    </form>
  )
}
