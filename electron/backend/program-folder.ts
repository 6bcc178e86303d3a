import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The program's folder and version, by the nearest package.json above this file: sources and bundle lie at different depths. */
export function programFolder(): { folder: string; version: string } {
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    try {
      const found = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version?: string }
      return { folder, version: found.version ?? '0' }
    } catch {
      if (folder === path.dirname(folder)) return { folder, version: '0' }
    }
  }
}
