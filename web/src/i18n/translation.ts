/** Texts in another language: with the same keys, and functions that take the same values. */
export type Translation<T> = T extends string
  ? string
  : T extends (...values: infer Values) => infer Text
    ? (...values: Values) => Translation<Text>
    : { readonly [Key in keyof T]: Translation<T[Key]> }

/** The translated texts of each texts file, by its path without ending, then by the name of the export. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, unknown>>>>
