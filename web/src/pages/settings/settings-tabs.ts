export const SETTINGS_TABS = [
  'project',
  'topics',
  'limits',
  'opt-in',
  'archive',
  'members',
  'audit',
  'account',
  'instance',
] as const
