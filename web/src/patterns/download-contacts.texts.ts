export const downloadTexts = {
  export: 'Export',
  exported: 'The file is on its way to your downloads.',
}
