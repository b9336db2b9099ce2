import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/activity/activity.texts.ts'

export const activity = {
  title: 'Actividad',
  subtitle: 'Lo que ocurre en este proyecto, lo más reciente primero',
  list: 'Eventos, los más recientes primero',
  names: 'Nombres de eventos',
  all: 'Todo',
  live: 'En directo',
  paused: 'En pausa',
  pause: 'Pausar',
  resume: 'Continuar',
  empty: {
    title: 'Aún no ha ocurrido nada',
    text: 'Las aperturas, los clics, los rebotes y los contactos nuevos aparecen aquí solos; los eventos de tu aplicación llegan con esta llamada:',
  },
  nothing: {
    title: 'Ningún evento coincide',
    text: 'Prueba otra parte de la dirección u otro nombre.',
    clear: 'Mostrar todos los eventos',
  },
  more: 'Mostrar eventos anteriores',
} satisfies Translation<typeof texts.activity>
