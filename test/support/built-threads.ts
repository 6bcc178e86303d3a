import path from 'node:path'
import { isBuilt, PROGRAM_SOURCES } from '../../electron/built.cjs'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Before the tests of a project: threads that tests start run from the build where it is that of the sources, as `npm test`
 * has made it. A single test of sources that have changed since then runs them from the sources.
 */
export default function setUp(): void {
  if (isBuilt(root, PROGRAM_SOURCES)) process.env['METERBOOK_THREADS'] = path.join(root, 'out/main')
}
