import { useState } from 'react'
import { isLink } from '../../../../../src/features/templates/blocks/blocks.schema.ts'
import { Button } from '../../../components/forms/button.tsx'
import { Dialog, DialogActions } from '../../../components/overlays/dialog.tsx'
import { useVariables } from '../../email-editor/use-variables.ts'
import { LiquidField } from '../../field-picker/liquid-field.tsx'
import { visualEditor } from '../visual-editor.texts.ts'

const { text: texts, fields } = visualEditor

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
  const variables = useVariables()
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
      <LiquidField
        fields={variables}
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
