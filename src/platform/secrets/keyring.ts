// The keys of other installations, for the projects that came from there, and where projects went that have left. Nodes keep it
// in memory, because links are read without a question to the database (project-keys.ts fills it).
import type { Signer } from './signer.ts'

/** An installation where projects have lived before, and these projects. */
export type FormerInstallation = {
  signer: Signer
  projectIds: ReadonlySet<string>
}

export type ProjectKeyContent = {
  formers: readonly FormerInstallation[]
  /** Per project that has moved here, the signer of the installation that made it. */
  origins: ReadonlyMap<string, Signer>
  /** Per project that has left, the base URL of its installation, if that is known. */
  departed: ReadonlyMap<string, string | null>
}

export type ProjectKeyring = {
  fill(content: ProjectKeyContent): void
  formers(): readonly FormerInstallation[]
  originOf(projectId: string): Signer | undefined
  /** Undefined if the project has not left. */
  departedTo(projectId: string): string | null | undefined
  /** The projects that have left. */
  departed(): string[]
}

export function createKeyring(): ProjectKeyring {
  let content: ProjectKeyContent = {
    formers: [],
    origins: new Map(),
    departed: new Map(),
  }
  return {
    fill: (filled) => void (content = filled),
    formers: () => content.formers,
    originOf: (projectId) => content.origins.get(projectId),
    departedTo: (projectId) => content.departed.get(projectId),
    departed: () => [...content.departed.keys()],
  }
}
