export type Sources = Record<string, string>
export const PROGRAM_SOURCES: readonly string[]
export function sourcesNow(root: string): Sources
export function forgetBuild(root: string): void
export function recordBuild(root: string, sources: Sources): void
export function isBuilt(root: string, names?: readonly string[]): boolean
