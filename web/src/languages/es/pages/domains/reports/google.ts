import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/domains/reports/google.texts.ts'

export const googleTexts = {
  title: 'Google Postmaster Tools',
  states: {
    off: '',
    unproven: 'Se pregunta a Google por este dominio en cuanto está verificado.',
    waiting: 'Todavía no se ha preguntado a Google por este dominio. Se le pregunta cada seis horas.',
    missing:
      'La cuenta de esta instalación no tiene este dominio en Postmaster Tools. Añádalo allí con su nombre exacto.',
    unreadable: 'La cuenta de esta instalación no puede leer este dominio en Postmaster Tools.',
    failing: 'La última consulta a Google ha fallado. El propietario de la instalación ve por qué.',
    good: '',
  },
  none: 'Google no tiene cifras de estos días. No las da de los días con poco correo.',
  day: 'Día',
  spam: 'Marcados como spam',
  dmarc: 'Pasaron DMARC',
  tls: 'Cifrados',
  rejected: 'Rechazados',
  deferred: 'Aplazados',
  needsWork: 'Google pide cambios aquí:',
  requirements: {
    spf: 'SPF',
    dkim: 'DKIM',
    'spf-and-dkim': 'SPF y DKIM',
    'dmarc-policy': 'una política DMARC',
    'dmarc-alignment': 'alineación DMARC',
    'message-formatting': 'el formato de los mensajes',
    'dns-records': 'los nombres de las direcciones en DNS',
    encryption: 'el cifrado',
    'user-reported-spam-rate': 'menos denuncias de spam',
    'one-click-unsubscribe': 'darse de baja con un clic',
    'honor-unsubscribe': 'respetar las bajas',
  },
  compliant: 'Según Google, este dominio cumple las normas para remitentes.',
} satisfies Translation<typeof texts.googleTexts>
