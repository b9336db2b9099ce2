import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../api/client/client.texts.ts'

// TEMPLATE_SYNTAX has none: its message names the line and the column.
const PROBLEMS: Readonly<Record<string, string>> = {
  BAD_REQUEST: 'No se puede leer la petición.',
  INVALID_REQUEST_BODY: 'El contenido de la petición no es JSON válido.',
  INVALID_STATE: 'En su estado actual no se puede hacer.',
  MISSING_AUTH: 'A la petición le falta una clave de API.',
  INVALID_API_KEY: 'La clave de API es desconocida, ha caducado o se ha revocado.',
  UNAUTHORIZED: 'No has iniciado sesión, o tu sesión ha terminado.',
  FORBIDDEN: 'No tienes permiso para hacerlo.',
  PROJECT_DISABLED: 'Este proyecto está desactivado.',
  PROJECT_MOVED: 'Este proyecto se ha trasladado a otra instalación.',
  DOMAIN_NOT_VERIFIED: 'El dominio del remitente no está verificado en este proyecto.',
  CONTACT_NOT_FOUND: 'Este contacto no existe.',
  TEMPLATE_NOT_FOUND: 'Esta plantilla no existe.',
  SEGMENT_NOT_FOUND: 'Este segmento no existe.',
  CAMPAIGN_NOT_FOUND: 'Esta campaña no existe.',
  WORKFLOW_NOT_FOUND: 'Este flujo no existe.',
  DOMAIN_NOT_FOUND: 'Este dominio no existe.',
  RESOURCE_NOT_FOUND: 'Esto no existe, o ya no.',
  METHOD_NOT_ALLOWED: 'Esta petición no se admite aquí.',
  CONFLICT: 'Esto contradice algo que ya existe.',
  RESOURCE_IN_USE: 'Esto todavía se usa.',
  COUPON_UNAVAILABLE: 'No quedan códigos de cupón para este correo.',
  IDEMPOTENCY_KEY_REUSED: 'Esta Idempotency-Key ya se usó para otra petición.',
  IDEMPOTENCY_IN_PROGRESS: 'La misma petición todavía está en curso.',
  REQUEST_TIMEOUT: 'La petición no llegó a tiempo.',
  PAYLOAD_TOO_LARGE: 'Esto es demasiado grande.',
  VALIDATION_ERROR: 'Algunos datos no son válidos.',
  RATE_LIMIT_EXCEEDED: 'Demasiadas peticiones. Inténtalo de nuevo en un momento.',
  INTERNAL_SERVER_ERROR: 'Algo ha fallado en el servidor.',
  SERVICE_UNAVAILABLE: 'El servidor está arrancando o parando, o su base de datos no responde.',
  INVALID_EMAIL_OR_PASSWORD: 'La dirección o la contraseña no es correcta.',
  INVALID_PASSWORD: 'La contraseña no es correcta.',
  INVALID_CODE: 'El código no es correcto.',
  INVALID_BACKUP_CODE: 'El código de respaldo no es correcto o ya se ha usado.',
}

export const clientTexts = {
  offline: 'El servidor no responde. Comprueba tu conexión; la página lo intenta de nuevo por sí sola.',
  problem: (code: string, message: string) => PROBLEMS[code] ?? message,
  status: (status: number) => `El servidor respondió con el estado ${status}.`,
} satisfies Translation<typeof texts.clientTexts>
