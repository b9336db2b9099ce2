import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/workflows/versions/versions.texts.ts'
import { plural } from '../../../../es-words.ts'

export const versions = {
  list: 'Versiones del flujo',
  version: (version: number) => `Versión ${version}`,
  current: 'Actual',
  saved: 'Guardada',
  steps: (count: number) => plural(count, 'paso', 'pasos'),
  inside: (count: number) => `${plural(count, 'contacto', 'contactos')} dentro`,
  nobody: 'Nadie dentro',
  hint: 'Quien está dentro termina con la versión con la que empezó. Quien entra toma la actual.',
  added: (steps: string) => `Añadidos: ${steps}`,
  removed: (steps: string) => `Quitados: ${steps}`,
  changed: (steps: string) => `Modificados: ${steps}`,
  rules: 'Cambió el inicio, el objetivo o las reglas de entrada y salida.',
  same: 'Igual que lo que hay en el editor.',
  diff: 'De la versión elegida a lo que hay en el editor',
  compare: 'De esta versión a lo que hay en el editor',
  restore: 'Poner esta versión en el editor',
  restored: (version: number) => `La versión ${version} está en el editor. Guarda para que sea la actual.`,
} satisfies Translation<typeof texts.versions>
