import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/first-steps/first-steps.texts.ts'

export const firstStepsTexts = {
  question: '¿Qué quieres hacer primero?',
  takers: {
    marketer: {
      label: 'Escribir a una audiencia',
      hint: 'Boletines, anuncios y campañas, sin código.',
    },
    developer: {
      label: 'Enviar desde una aplicación',
      hint: 'Recibos, cambios de contraseña y otros correos, por API o SMTP.',
    },
  },
  title: 'Primeros pasos',
  done: (done: number, all: number) => `${done} de ${all} hechos`,
  isDone: 'Hecho',
  steps: {
    'verify-domain': [
      'Verifica tu dominio',
      'Así los proveedores de buzones aceptan correo de tu dirección.',
    ],
    'add-audience': ['Trae tu audiencia', 'Importa un archivo de contactos o pon un formulario en tu sitio.'],
    'create-template': ['Crea tu primera plantilla', 'Empieza con la galería, en tus colores.'],
    'send-test': ['Envíate una prueba', 'Mírala en un buzón real antes que nadie.'],
    'send-campaign': ['Envía tu primera campaña', 'Elige quién la recibe, compruébala, envíala.'],
    'create-key': ['Crea una clave de API', 'Identifica tu aplicación ante la API.'],
    'send-email': ['Envía un correo', 'Una llamada, y aún no necesita dominio.'],
    'add-webhook': ['Añade un webhook', 'Entérate de entregas, rebotes y clics cuando ocurren.'],
    'set-transport': ['Elige cómo sale el correo', 'Un relay SMTP, Amazon SES o la entrega propia.'],
  },
} satisfies Translation<typeof texts.firstStepsTexts>
