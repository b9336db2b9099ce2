import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/why/why.texts.ts'

export const whyTexts = {
  button: '¿Por qué?',
  buttonFor: (email: string) => `¿Por qué? Sobre ${email}`,
  title: '¿Por qué?',
  question: (email: string, name: string) => `¿Recibiría ${email} ahora «${name}»?`,
  would: 'Lo recibiría',
  wouldNot: 'No lo recibiría',
  stops: (names: string) => `Lo impide: ${names}.`,
  nothingStops: 'Todas las comprobaciones lo dejan pasar.',
  list: 'Comprobaciones, en el orden en que se hacen',
  passed: 'Pasa',
  failed: 'Lo impide',
  since: 'desde',
  gates: {
    suppression: 'Dirección suprimida',
    subscription: 'Suscripción',
    pause: 'Pausa',
    topic: 'Tema',
    control_group: 'Grupo de control',
    segment: 'Audiencia',
    holdout: 'Reserva',
    cap: 'Límite de frecuencia',
    quiet_hours: 'Horas de silencio',
    sender: 'Remitente',
    brake: 'Proyecto en pausa',
    state: 'Estado',
  },
} satisfies Translation<typeof texts.whyTexts>
