import { readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'electron-vite'
import usual from '../../../electron.vite.config.ts'

/**
 * The program's main bundle as it is, but for two modules: it knows a place of releases and the key of a test, and one of its
 * threads can be told to crash. Run in the project's folder by pack.ts, which names the folder of what it makes.
 */
const root = process.cwd()
const folder = process.env['METERBOOK_FOR_TESTS'] ?? ''
const rolldownOptions = usual.main?.build?.rolldownOptions

export default defineConfig({
  main: {
    plugins: [
      {
        name: 'release-of-the-test',
        enforce: 'pre',
        load: (id) =>
          id.replaceAll('\\', '/').endsWith('/resources/release.json') ? readFileSync(path.join(folder, 'release.json'), 'utf8') : null,
      },
    ],
    build: {
      outDir: path.join(folder, 'out/main'),
      rolldownOptions: {
        ...rolldownOptions,
        input: { ...(rolldownOptions?.input as Record<string, string>), analyst: path.join(root, 'test/packed/for-tests/analyst.ts') },
      },
    },
  },
})
