import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/running/running.texts.ts'
import { plural } from '../../../es-words.ts'

export const runningTexts = {
  campaigns: {
    title: 'Campañas',
    none: 'No hay ninguna campaña en curso.',
    states: { SENDING: 'Enviándose', SCHEDULED: 'Programada', SENT: 'Enviada' },
    paused: 'En pausa',
    progress: (sent: string, total: string) => `${sent} de ${total} enviados`,
    results: (opened: string, clicked: string) =>
      `De los entregados: ${opened} abiertos, ${clicked} con clic`,
    at: 'Empieza',
  },
  workflows: {
    title: 'Flujos',
    none: 'Ningún flujo está activado.',
    active: (count: number) => plural(count, 'persona dentro', 'personas dentro'),
    completed: (count: string) => `${count} terminados`,
    failed: (count: string) => `${count} fallidos`,
  },
} satisfies Translation<typeof texts.runningTexts>

export const paceTexts = {
  seconds: (count: string) => `${count} s`,
  minutes: (count: string) => `${count} min`,
  hours: (count: string) => `${count} h`,
} satisfies Translation<typeof texts.paceTexts>
