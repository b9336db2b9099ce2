import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/settings/postmaster/postmaster.texts.ts'

export const postmasterTexts = {
  title: 'Cifras de los proveedores de correo',
  text: 'Google y Microsoft dicen cómo llega su correo a sus usuarios.',
  google: 'Google Postmaster Tools',
  snds: 'Microsoft SNDS',
  states: { off: 'Sin conectar', waiting: 'Sin consultar', good: 'Funciona', failing: 'Falla' },
  connect: (setting: string) => `Defina ${setting} para conectarlo.`,
  account: (address: string) => `${address} tiene que ser usuario de cada dominio en Postmaster Tools.`,
  failingSince: 'Falla desde',
  lastSuccess: 'Última respuesta',
  domains: 'Dominios de la cuenta',
  domain: 'Dominio',
  lastDay: 'Últimas cifras',
  unreadable: 'no se puede leer',
  unused: 'sin verificar aquí',
  none: 'todavía ninguna',
  addresses: 'Direcciones en Microsoft',
  address: 'Dirección',
  day: 'Día',
  verdict: 'Valoración',
  verdicts: { green: 'Verde', yellow: 'Amarillo', red: 'Rojo' },
  complaints: 'Quejas',
  traps: 'Trampas de spam',
  recipients: 'Destinatarios',
  blocked: 'Microsoft bloquea estas direcciones:',
} satisfies Translation<typeof texts.postmasterTexts>
