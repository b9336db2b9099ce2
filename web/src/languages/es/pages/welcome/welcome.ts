import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/welcome/welcome.texts.ts'

export const welcome = {
  heading: 'Envía tu primer correo',
  text: 'Va a la bandeja integrada, así que nada sale de esta máquina. Allí funciona cualquier remitente bajo .test sin dominio propio.',
  textElsewhere: 'El remitente necesita un dominio verificado en este proyecto.',
  key: {
    title: 'Tu clave',
    text: 'Se muestra una sola vez. Guárdala en tu servidor, nunca en una página web.',
    make: 'Crear una clave',
    name: 'Primeros pasos',
    copy: 'Copiar la clave',
  },
  call: { title: 'La llamada', text: 'Pégala en un terminal, o deja que el panel haga la misma llamada.' },
  to: 'Para',
  from: 'De',
  subject: 'Asunto',
  send: 'Enviar',
  sendAgain: 'Enviar otro',
  result: {
    title: 'Tu correo',
    waiting: 'El correo y su historial aparecerán aquí en cuanto se envíe.',
    open: 'Abrir el correo',
    took: (ms: string) => `Entregado ${ms} ms después de la llamada`,
  },
  audience: {
    heading: 'Tu primera campaña',
    text: 'Cinco pasos desde un proyecto vacío hasta un correo en los buzones de tus lectores. Cada uno se marca cuando está hecho.',
    form: [
      'O empieza con un formulario',
      'La gente se apunta en tu sitio y su consentimiento queda registrado.',
    ],
  },
  docs: ['Leer la referencia de la API', 'Todas las llamadas, con ejemplos que se pueden pegar.'],
} satisfies Translation<typeof texts.welcome>
