// Text fields whose text is Liquid: a picker beside the label inserts a field of the contact at the cursor.
import { useRef } from 'react'
import type { ComponentProps, RefObject } from 'react'
import { TextArea, TextField } from '../../components/forms/field.tsx'
import { FieldPicker } from './field-picker.tsx'

type Text = HTMLInputElement | HTMLTextAreaElement
type LiquidProps = { fields: readonly string[]; value: string; onText: (text: string) => void }

/** Puts the text in place of the selection, and the cursor behind it. */
function useInsertion<Element extends Text>(
  element: RefObject<Element | null>,
  { value, onText }: Omit<LiquidProps, 'fields'>,
) {
  return (liquid: string) => {
    const start = element.current?.selectionStart ?? value.length
    const end = element.current?.selectionEnd ?? start
    onText(value.slice(0, start) + liquid + value.slice(end))
    // The new text is drawn by then.
    requestAnimationFrame(() => {
      element.current?.focus()
      element.current?.setSelectionRange(start + liquid.length, start + liquid.length)
    })
  }
}

export function LiquidField({ fields, ...props }: ComponentProps<typeof TextField> & LiquidProps) {
  const input = useRef<HTMLInputElement>(null)
  const insert = useInsertion(input, props)
  const isDisabled = props.disabled === true
  return (
    <TextField
      {...props}
      ref={input}
      action={<FieldPicker fields={fields} onPick={insert} isDisabled={isDisabled} />}
    />
  )
}

export function LiquidArea({ fields, ...props }: ComponentProps<typeof TextArea> & LiquidProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = useInsertion(area, props)
  const isDisabled = props.disabled === true
  return (
    <TextArea
      {...props}
      ref={area}
      action={<FieldPicker fields={fields} onPick={insert} isDisabled={isDisabled} />}
    />
  )
}
