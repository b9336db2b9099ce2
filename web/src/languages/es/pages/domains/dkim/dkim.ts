import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/domains/dkim/dkim.texts.ts'

export const dkimTexts = {
  title: 'Clave DKIM',
  byTxt: 'La clave está en un registro TXT del dominio. Una clave nueva necesita un registro nuevo.',
  byAlias: (zone: string) =>
    `Dos alias llevan a la zona ${zone} de este servidor. Una clave nueva no necesita cambios en el DNS del dominio.`,
  change: 'Cambiar la clave',
  dialog: {
    title: 'Otra clave DKIM',
    text: 'Firma en cuanto se encuentre en el DNS; hasta entonces firma la actual. Deja el registro antiguo 7 días más.',
    unused: 'Sustituye a la clave actual de inmediato, porque con ella aún no se ha firmado nada.',
    way: 'Dónde se publica',
    ways: {
      txt: { label: 'Registro TXT', hint: 'En el dominio. Cada clave nueva necesita un registro nuevo.' },
      cname: {
        label: 'Dos registros CNAME',
        hint: 'Llevan a una zona de este servidor, cuyo operador publica la clave.',
      },
    },
    selector: 'Selector (opcional)',
    selectorHint: 'Letras, cifras y guiones. Vacío: uno nuevo.',
    privateKey: 'Clave privada (opcional)',
    privateKeyHint:
      'Una clave RSA propia en formato PEM, sin contraseña. Se guarda cifrada y no se vuelve a mostrar. Vacío: una clave nueva.',
    add: 'Añadir la clave',
  },
  added: {
    txt: 'Publica el nuevo registro. Firma en cuanto se encuentre en el DNS.',
    cname: 'Publica los alias, si aún no están. El operador de este servidor publica la clave.',
  },
} satisfies Translation<typeof texts.dkimTexts>
