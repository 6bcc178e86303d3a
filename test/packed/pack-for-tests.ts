import path from 'node:path'
import { packForTests } from './for-tests/pack.ts'

/** `npm run dist:for-tests`, after a build: packs the program for tests of this system into `dist/for-tests`, where drive.ts finds it. */
const root = path.resolve(import.meta.dirname, '../..')
const TARGETS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['--linux', 'dir', '--x64'],
  win32: ['--win', 'dir', '--x64'],
  darwin: ['--mac', 'dir', '--universal'],
}
const target = TARGETS[process.platform]
if (!target) throw new Error(`No program is packed for ${process.platform}.`)
await packForTests(root, path.join(root, 'dist/for-tests'), target)
