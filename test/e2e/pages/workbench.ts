import { expect, type Locator, type Page } from '@playwright/test'
import { Grid } from './grid.ts'

/** The tree, the station table and the details beside it. */
export class WorkbenchPage {
  readonly page: Page
  readonly grid: Grid
  readonly search: Locator
  readonly count: Locator
  readonly tree: Locator
  readonly details: Locator
  readonly selection: Locator
  readonly fetchLists: Locator

  constructor(page: Page) {
    this.page = page
    this.grid = new Grid(page.getByRole('grid', { name: 'Stations' }))
    this.search = page.getByRole('searchbox', { name: 'Search stations' })
    this.count = page.getByRole('region', { name: 'Stations', exact: true }).getByRole('status')
    this.tree = page.getByRole('complementary', { name: 'Providers and consumers' })
    this.details = page.getByRole('complementary', { name: 'Station details' })
    this.selection = page.getByRole('region', { name: 'Chosen stations' })
    this.fetchLists = page.getByRole('button', { name: 'Get the list of stations' })
  }

  async expectStations(total: number): Promise<void> {
    await expect(this.count).toHaveText(`${total} ${total === 1 ? 'station' : 'stations'}`)
    await this.grid.expectTotal(total)
  }

  /** Finds a station by its name and opens its page. */
  async open(name: string): Promise<void> {
    await this.search.fill(name)
    const row = this.grid.rows.filter({ has: this.page.getByRole('gridcell', { name, exact: true }) }).first()
    await row.dblclick()
    await expect(this.page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
  }

  /** Finds a station by its serial number and chooses it with the keyboard. */
  async choose({ equipment_serial_number: serial, name }: { equipment_serial_number: string; name: string }) {
    await this.search.fill(serial)
    await expect(this.grid.row(name)).toBeVisible()
    await this.expectStations(1)
    await this.grid.root.press('Home')
    await this.grid.root.press('Space')
  }

  node(name: string | RegExp): Locator {
    return this.tree.getByRole('treeitem', { name }).first()
  }
}
