import { translatable } from '../../../i18n/translatable.ts'

export const machineCheckTexts = translatable(
  'pages/settings/machine-checks/machine-checks',
  'machineCheckTexts',
  {
    title: 'Checks of the server',
    text: 'What receivers check of this server: the names of its addresses, blocklists, its certificate and its clock.',
    open: 'Open the checks',
    back: 'Settings',
  },
)
