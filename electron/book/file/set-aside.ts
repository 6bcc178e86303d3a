import { readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

/** Names beside a file under which what could not be read is kept: `.unreadable`, `.unreadable-2`, … */
const ENDING = /^\.unreadable(-\d+)?$/

/** Gives a file a name beside it that nothing has: what was set aside before is never overwritten. */
export function setAside(file: string): void {
  const taken = new Set(readdirSync(path.dirname(file)))
  let name = `${file}.unreadable`
  for (let n = 2; taken.has(path.basename(name)); n++) name = `${file}.unreadable-${n}`
  renameSync(file, name)
}

/** The files that were set aside, the latest first. */
export function asideOf(file: string): string[] {
  const folder = path.dirname(file)
  return readdirSync(folder)
    .filter((name) => name.startsWith(path.basename(file)) && ENDING.test(name.slice(path.basename(file).length)))
    .map((name) => path.join(folder, name))
    .map((name) => ({ name, atMs: statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((a, b) => b.atMs - a.atMs)
    .map(({ name }) => name)
}

/** A set-aside file whose content lies elsewhere by now. */
export function dropAside(name: string): void {
  rmSync(name, { force: true })
}
