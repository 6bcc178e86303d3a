import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

// Programs and threads that tests start, and the tests' own processes, read what the first of them has compiled.
process.env['NODE_COMPILE_CACHE'] ??= path.join(tmpdir(), 'meterbook-compiled')

// No test meets the keyring of whoever runs it.
process.env['METERBOOK_KEYRING'] = 'off'

const SLOW = 'test/unit/**/*.slow.test.ts'

const unit = (name: string, files: { include?: string[]; exclude?: string[] }) => ({
  extends: true as const,
  test: {
    name,
    include: ['test/unit/**/*.test.ts'],
    ...files,
    globalSetup: ['./test/support/files-in-memory.ts', './test/support/built-threads.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Most of their time they wait for timers and answers.
    maxWorkers: 2 * availableParallelism(),
    // Files of one worker share what they import: half of the processor time. Each undoes what it replaces.
    isolate: false,
  },
})

/**
 * Three tiers by cost. Unit tests use the real parts (SQLite, HTTP, files), component tests those of the window, and
 * integration tests start whole programs.
 * Time limits here only end a hang: no test asserts by them.
 */
export default defineConfig({
  plugins: [vue()],
  test: {
    // On two cores as well: most tests wait for another program half of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Unsaid it is one second: a busy machine stands still for longer.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      unit('unit', { exclude: [SLOW] }),
      // Whole books, sheaves of reports, a thread for each answer: seconds each, and no part of `npm run check`.
      unit('slow', { include: [SLOW] }),
      {
        extends: true,
        // Pictures that the window's parts name.
        publicDir: 'renderer/public',
        test: {
          // Parts of the window without a browser; a typed stand-in answers what they ask of the program.
          name: 'component',
          include: ['test/component/**/*.test.ts'],
          environment: 'happy-dom',
          setupFiles: ['test/component/support/setup.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          pool: 'forks',
          // What a user starts is the build: it is made here unless it is that of the sources.
          globalSetup: ['test/support/built.ts', 'test/support/built-threads.ts'],
        },
      },
    ],
  },
})
