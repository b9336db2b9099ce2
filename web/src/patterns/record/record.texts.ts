export const recordTexts = {
  more: (name: string) => `More for ${name}`,
  duplicate: 'Duplicate',
  delete: 'Delete',
  deleted: (name: string) => `“${name}” is deleted.`,
  undo: 'Undo',
}
