import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { contentsOf } from './contents.ts'
import { renew } from './lists.ts'
import { packAroundDummies, SYSTEMS } from './pack.ts'

/** `npm run dist:lists`, after a build: writes down what a packed program holds (lists.ts). */
const root = path.resolve(import.meta.dirname, '..')
for (const system of SYSTEMS) {
  const work = mkdtempSync(path.join(os.tmpdir(), 'meterbook-lists-'))
  const contents = contentsOf(await packAroundDummies(root, system, work))
  renew(root, system, contents)
  rmSync(work, { recursive: true, force: true })
  console.log(
    `${system.list}: ${contents.lines.length} lines, ${Object.entries(contents.sizes)
      .map((size) => size.join(' '))
      .join(', ')} bytes`,
  )
}
