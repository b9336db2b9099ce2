import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/settings/machine-checks/machine-checks.texts.ts'

export const machineCheckTexts = {
  title: 'Comprobaciones del servidor',
  text: 'Lo que los receptores comprueban de este servidor: los nombres de sus direcciones, las listas de bloqueo, su certificado y su reloj.',
  open: 'Abrir las comprobaciones',
  back: 'Ajustes',
} satisfies Translation<typeof texts.machineCheckTexts>
