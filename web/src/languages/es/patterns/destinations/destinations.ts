import { formatCount } from '../../../../format/number.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/destinations/destinations.texts.ts'
import { plural } from '../../../es-words.ts'

export const destinationTexts = {
  title: 'Destinos',
  text: 'Adónde va el correo. Un receptor que limita el correo, o que no se alcanza, no retrasa a los demás.',
  list: 'Destinos, primero los que van más despacio',
  none: 'Aún no se ha enviado ningún correo. Cada receptor aparece aquí con su primer correo.',
  states: { working: 'Funciona', slowed: 'Más despacio' },
  slowed: (count: number) => `${formatCount(count)} más despacio`,
  waiting: (count: number, most: number) =>
    count >= most
      ? `${formatCount(most)} correos o más en espera`
      : `${plural(count, 'correo', 'correos')} en espera`,
  noneWaiting: 'No espera nada',
  began: 'Más despacio',
  triedAgain: 'se intenta de nuevo',
  limits: ({ connections, perMinute }: { connections: number; perMinute: number | null }) =>
    `Como máximo ${plural(connections, 'conexión', 'conexiones')}${perMinute === null ? '' : ` y ${plural(perMinute, 'correo', 'correos')} por minuto`}`,
  warmUp: (address: string | null, day: number) =>
    address === null ? `Calentamiento, día ${day}` : `Calentamiento de ${address}, día ${day}`,
  used: (used: number, limit: number) => `${formatCount(used)} de ${plural(limit, 'correo', 'correos')} hoy`,
  warmUpText:
    'Las direcciones se calientan: el correo que supera la cantidad de un día espera al siguiente (UTC), y una quinta parte se reserva al correo transaccional.',
} satisfies Translation<typeof texts.destinationTexts>
