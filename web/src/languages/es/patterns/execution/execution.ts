import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/execution/execution.texts.ts'

export const executionTexts = {
  statuses: {
    RUNNING: 'En curso',
    WAITING: 'Esperando',
    COMPLETED: 'Terminada',
    EXITED: 'Salió',
    FAILED: 'Falló',
    CANCELLED: 'Detenida',
  },
  steps: {
    SEND_EMAIL: 'Enviar un correo',
    DELAY: 'Esperar un tiempo',
    WAIT_FOR_EVENT: 'Esperar un evento',
    CONDITION: 'Condición',
    SPLIT: 'Dividir',
    UPDATE_CONTACT: 'Cambiar el contacto',
    ADD_TO_SEGMENT: 'Añadir a un segmento',
    REMOVE_FROM_SEGMENT: 'Quitar de un segmento',
    WEBHOOK: 'Llamar a un webhook',
    TRACK_EVENT: 'Registrar un evento',
    EXIT: 'Salir del flujo',
  },
} satisfies Translation<typeof texts.executionTexts>
