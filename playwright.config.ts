import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findChromium } from './test/support/chromium.ts'

const chromium = await findChromium()

/** The application in a real Chromium, served by the browser host. No retries: a test that needs a second try is broken. */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/e2e',
  globalSetup: './test/e2e/support/global-setup.ts',
  retries: 0,
  // Every test stands alone: own browser context, and own program, ports and folder where it changes something.
  fullyParallel: true,
  workers: Math.max(2, Math.floor(availableParallelism() / 2)),
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Moscow',
    acceptDownloads: true,
    // A click that waits for what never comes ends as an expectation does, not with the limit of its whole test.
    actionTimeout: 60_000,
    // A click waits until its target stands still.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A recording of every step costs a third of the time: `METERBOOK_TRACE=1` makes one of what fails.
    trace: process.env['METERBOOK_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: chromium.executablePath,
      args: chromium.args,
      // Where the machine names no locale, a download with Cyrillic in its name would be called 'download'.
      env: { ...definedOnly(process.env), LC_ALL: 'C.UTF-8', ...chromium.env },
    },
  },
})

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
