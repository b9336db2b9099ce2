export const SETTINGS_TABS = [
  'project',
  'topics',
  'limits',
  'opt-in',
  'members',
  'audit',
  'account',
  'instance',
] as const
