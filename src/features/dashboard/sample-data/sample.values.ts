// By these the records of the sample data are recognized, by programs and by people.

/** The aliases of its templates begin with it. */
export const SAMPLE_ALIAS = 'sample-'

/** Stands in descriptions. */
export const SAMPLE_MARK = '(Sample data)'
