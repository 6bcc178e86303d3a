import type { Page } from '@playwright/test'
import type { App } from '../fixtures.ts'
import { DownloadsPage } from '../pages/downloads.ts'
import { Shell } from '../pages/shell.ts'
import { SignInPage } from '../pages/sign-in.ts'
import { WorkbenchPage } from '../pages/workbench.ts'
import type { Demo } from './demo.ts'

/** Starts the application, signs in, and waits for the lists that the program fetches by itself; the service's log is empty then. */
export async function prepare(page: Page, app: App, demo: Demo): Promise<void> {
  await app.start()
  await new SignInPage(page).signIn(demo)
  const workbench = new WorkbenchPage(page)
  await workbench.expectStations(demo.world.stationCount)
  // The reference is fetched after the list of stations, which is shown first.
  await new Shell(page).go('Downloads')
  await new DownloadsPage(page).expectState('Done')
  await demo.forget()
}

/** The query of every page of an archive that was answered, in the order of the requests. */
export async function pagesAnswered(demo: Demo): Promise<Record<string, string>[]> {
  const entries = await demo.log('data')
  return entries.filter((entry) => entry.status === 200 && entry.path.endsWith('/channel_data')).map((entry) => entry.query)
}
