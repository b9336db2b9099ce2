import { Braces } from 'lucide-react'
import { IconButton } from '../../../components/forms/button.tsx'
import { Menu, MenuItem } from '../../../components/overlays/menu.tsx'
import { blocksTexts } from './blocks.texts.ts'

type VariableMenuProps = { variables: readonly string[]; onChoose: (variable: string) => void }

export function VariableMenu({ variables, onChoose }: VariableMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton label={blocksTexts.text.variable}>
          <Braces />
        </IconButton>
      }
    >
      <div className="max-h-72 overflow-y-auto">
        {variables.map((variable) => (
          <MenuItem key={variable} onClick={() => onChoose(variable)}>
            {variable}
          </MenuItem>
        ))}
      </div>
    </Menu>
  )
}
