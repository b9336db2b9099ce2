export const SETTINGS_TABS = [
  'project',
  'brand',
  'topics',
  'limits',
  'opt-in',
  'archive',
  'control-group',
  'members',
  'audit',
  'account',
  'instance',
] as const
