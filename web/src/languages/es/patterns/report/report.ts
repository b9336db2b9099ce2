import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/report/report.texts.ts'

export const reportTexts = {
  download: 'Descargar como CSV',
  downloadList: 'Descargar esta lista como CSV',
  downloaded: 'El informe se ha descargado.',
  period: 'Período',
  periods: { '7': 'Últimos 7 días', '30': 'Últimos 30 días', '90': 'Últimos 90 días', '365': 'Último año' },
  rates: {
    high: 'alta',
    tooHigh: 'demasiado alta',
    advice: {
      bounces:
        'Los proveedores de buzones desconfían de remitentes con muchos rebotes. Desde el 2 % es alta, desde el 5 % demasiado alta: quita las direcciones que no existen.',
      complaints:
        'Los proveedores de buzones bloquean a remitentes con muchas denuncias de spam. Desde el 0,1 % es alta, desde el 0,3 % demasiado alta: escribe solo a quien lo espera.',
    },
  },
} satisfies Translation<typeof texts.reportTexts>
