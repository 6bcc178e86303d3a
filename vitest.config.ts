import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

/**
 * Two tiers by cost. Both use the real parts (SQLite, HTTP, files); integration tests start whole programs.
 * Time limits here only end a hang: no test asserts by them.
 */
export default defineConfig({
  plugins: [vue()],
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/unit/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
          pool: 'forks',
        },
      },
    ],
  },
})
