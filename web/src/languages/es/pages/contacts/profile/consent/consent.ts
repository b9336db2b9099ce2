import { formatList } from '../../../../../../format/list.ts'
import type { Translation } from '../../../../../../i18n/translation.ts'
import type * as texts from '../../../../../../pages/contacts/profile/consent/consent.texts.ts'

const on = (day: string | undefined, word: string) => (day === undefined ? '' : ` ${word} ${day}`)

export const consentTexts = {
  title: '¿Podemos enviar correo de marketing a esta persona?',
  reasons: {
    SUBSCRIBED: (day: string | undefined) => `Sí: suscrita${on(day, 'desde')}`,
    PENDING: (day: string | undefined) =>
      `Todavía no: se le pidió confirmar${on(day, 'el')}, y aún no ha seguido el enlace de ese correo`,
    LEFT: (day: string | undefined) =>
      `No: se dio de baja${on(day, 'el')}, y solo la persona debería cambiarlo`,
    NEVER_ASKED: () =>
      'No: esta persona solo recibió correo necesario, como recibos, y nunca se le preguntó por el correo de marketing',
  },
  topics: (names: readonly string[]) => `, en ${formatList(names)}`,
  noTopics: ', pero en ningún tema',
  paused: (day: string) => `; en pausa hasta ${day}`,
  export: 'Exportar todo sobre esta persona',
  exported: 'El archivo con todo sobre esta persona se ha guardado.',
  history: {
    title: 'Historial de consentimiento',
    none: 'No hay nada registrado: esta persona aún no ha elegido nada, o lo hizo antes de que hubiera historial.',
    whats: {
      subscription: 'Suscripción',
      confirmation: 'Confirmación',
      topic: 'Tema',
      address: 'Otra dirección: las entradas de abajo son de la anterior',
    },
    states: {
      SUBSCRIBED: 'Suscrito',
      PENDING: 'Por confirmar',
      LEFT: 'De baja',
      NEVER_ASKED: 'No suscrito',
      IN: 'Dentro',
      OUT: 'Lo dejó',
    },
    sources: {
      form: 'La persona, con un formulario',
      api_key: 'Una clave de API',
      member: 'Un miembro, en el panel',
      import: 'Una importación',
      workflow: 'Un flujo',
      page: 'La persona, con un enlace de un correo',
      one_click: 'La persona, con el botón de baja de su programa de correo',
      mailto: 'La persona, por correo',
      complaint: 'La persona denunció un correo como spam',
      bounce: 'Un correo rebotó',
      expiry: 'La confirmación no llegó a tiempo',
      unknown: 'Cambiado en la base de datos',
    },
    noContact: 'Nuevo',
    noChoice: 'Sin elección',
    became: 'pasó a',
    network: (hash: string) => `Red ${hash}`,
    open: {
      email: 'Abrir el correo',
      workflow: 'Abrir el flujo',
      import: 'Abrir la importación',
      key: 'Claves de API',
      member: 'Miembros',
    },
  },
  ask: {
    button: '¿Recibiría…?',
    title: '¿Lo recibiría?',
    text: (email: string) => `Elige sobre qué preguntar. No se envía nada a ${email}.`,
    subject: 'Campaña, flujo o tema',
    choose: 'Elige una campaña, un flujo o un tema',
    kinds: { campaign: 'Campañas', workflow: 'Flujos', topic: 'Temas' },
  },
} satisfies Translation<typeof texts.consentTexts>
