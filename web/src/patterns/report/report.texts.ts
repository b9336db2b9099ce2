export const reportTexts = {
  download: 'Download as CSV',
  downloaded: 'The report is downloaded.',
}
