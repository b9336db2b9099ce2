import type { ProjectFile, RecordFiles } from './file-kind.ts'
import { fileProblem } from './read-fields.ts'

/** The file of a record that has one, with one of these endings. @throws AppError for any other */
export function theFile({ files }: RecordFiles, endings: readonly string[]): ProjectFile {
  const known = endings.join(' or ')
  const found: ProjectFile[] = []
  for (const [ending, file] of files) {
    if (!endings.includes(ending)) throw fileProblem(file.path, { message: `must end with ${known}` })
    found.push(file)
  }
  const [first, second] = found
  if (!first) throw new Error('a record has at least one file')
  if (second) {
    throw fileProblem(second.path, { message: `is the same record as ${first.path}: delete one of the two` })
  }
  return first
}
