import type { CommandLine } from './command-line.ts'
import type { Package } from './updates/manifest.ts'
import type { Release } from './updates/release.ts'

/** A package that was verified, to be put in the place of the running program. */
export interface ReadyUpdate extends Pick<Package, 'name' | 'bytes' | 'sha512'> {
  version: string
  file: string
}
import type { VaultKey } from './vault-key.ts'

/**
 * A host (Electron main process, web host, command line, test) gives the backend all of this. The backend asks for
 * nothing else of the outside, so it runs the same in each of them.
 */
export interface Host {
  kind: 'desktop' | 'web' | 'cli'
  version: string
  /** Books, the vault, preferences and logs live here. Never a roaming or synced folder. */
  dataFolder: string
  systemLocale: string
  systemTimeZone: string
  can: { chooseFiles: boolean; revealFiles: boolean; notify: boolean }
  /** How this program's command line is started by somebody else; null: there is none here. */
  commandLine: CommandLine | null
  /** Where new versions lie and who signs them, and how this program was installed. */
  release: Release
  /** What encrypts the vault; null: nothing is remembered on disk. */
  vaultKey: VaultKey | null
  /** Where a new file goes: a save dialog, or a place the browser can fetch it from once. Null: the user changed their mind. */
  saveAs(suggestedName: string): Promise<{ file: string; href: string | null } | null>
  chooseBook(): Promise<string | null>
  /** A folder to write files into. Null: the user changed their mind, or the host cannot ask. */
  chooseFolder(): Promise<string | null>
  /** A ZIP with a release in it. Null: the user changed their mind, or the host cannot ask. */
  chooseUpdate(): Promise<string | null>
  /** Ends the program and puts the package in its place. Resolves when that has begun; fails where it cannot be. */
  installUpdate(update: ReadyUpdate): Promise<void>
  reveal(file: string): Promise<void>
}
