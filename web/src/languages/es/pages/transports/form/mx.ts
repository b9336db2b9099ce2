import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/transports/form/mx.texts.ts'

export const mxTexts = {
  about:
    'El correo va a los servidores de sus destinatarios, sin proveedor. Su reputación es la de las direcciones de este servidor. Prueba el transporte antes de enviar: la mayoría de las redes bloquean el puerto 25 hasta que alguien lo pide.',
  localAddresses: 'Direcciones desde las que enviar',
  localAddressesHint:
    'Direcciones IP de este servidor, una por línea. El correo sale por ellas por turnos. Vacío: elige el sistema.',
  warmUp: 'Calentar direcciones nuevas',
  warmUpHint:
    'Cada dirección empieza con 50 correos por día y receptor, y envía la mitad más cada día durante cuatro semanas. El resto espera.',
  port: 'Puerto',
  portHint: 'Los servidores de correo escuchan en el 25.',
} satisfies Translation<typeof texts.mxTexts>

export const limitTexts = {
  title: 'Límites de los receptores',
  text: 'Para todos los nodos juntos. Los límites habituales de un receptor valen para lo que dejas vacío. Un receptor que quiere menos lo dice y recibe menos.',
  receivers: {
    google: 'Google',
    microsoft: 'Microsoft',
    yahoo: 'Yahoo',
    apple: 'Apple',
    comcast: 'Comcast',
    gmx: 'GMX',
    telekom: 'Telekom',
    orange: 'Orange',
    free: 'Free',
    mailru: 'Mail.ru',
    yandex: 'Yandex',
    tencent: 'Tencent',
    netease: 'NetEase',
    proton: 'Proton',
    zoho: 'Zoho',
    fastmail: 'Fastmail',
    mimecast: 'Mimecast',
    proofpoint: 'Proofpoint',
    barracuda: 'Barracuda',
    ionos: 'IONOS',
    ovh: 'OVH',
    others: 'Todos los demás',
  },
  columns: { receiver: 'Receptor', connections: 'Conexiones', perMinute: 'Correos por minuto' },
  connectionsTo: (receiver: string) => `Conexiones: ${receiver}`,
  perMinuteTo: (receiver: string) => `Correos por minuto: ${receiver}`,
  usual: 'Habitual',
  add: 'Cambiar los límites de un receptor',
  remove: (receiver: string) => `Usar los límites habituales: ${receiver}`,
} satisfies Translation<typeof texts.limitTexts>
