/** What the newest version on the server means for a record that is being edited. */
export type Comparison<Saved, Work> = {
  isDirty: boolean
  /** The version that somebody else saved since these changes were begun. */
  conflict: Saved | undefined
  /** The work to go on with: the same, or one on what the server has now. */
  followed: Work
}
