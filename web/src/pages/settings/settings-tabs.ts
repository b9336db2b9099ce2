export const SETTINGS_TABS = [
  'project',
  'topics',
  'limits',
  'members',
  'audit',
  'account',
  'instance',
] as const
