import { expect, type Locator } from '@playwright/test'

/** A table of the application: rows come and go as it scrolls, so they are read in their order, by column titles. */
export class Grid {
  readonly root: Locator
  constructor(root: Locator) {
    this.root = root
  }

  get rows(): Locator {
    return this.root.getByRole('row').filter({ has: this.root.page().getByRole('gridcell') })
  }
  /** The row that has a text in one of its cells. */
  row(text: string | RegExp): Locator {
    return this.rows.filter({ hasText: text })
  }
  header(title: string): Locator {
    return this.root.getByRole('columnheader', { name: title, exact: true })
  }
  titles(): Promise<string[]> {
    return this.root.getByRole('columnheader').allInnerTexts()
  }

  /** The columns' ids: for channels, their codes. */
  codes(): Promise<string[]> {
    return this.root.getByRole('columnheader').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-column') ?? ''))
  }

  /** Waits for the answer to the last question: rows that it replaces stay on screen until then. */
  async settled(): Promise<void> {
    await expect(this.root).toHaveAttribute('aria-busy', 'false')
    await expect(this.root.locator('.bone')).toHaveCount(0)
  }

  /** How many rows there are, those that are not on screen included. */
  async total(): Promise<number> {
    await this.settled()
    return Number(await this.root.getAttribute('aria-rowcount')) - 1
  }
  async expectTotal(total: number): Promise<void> {
    await expect(this.root).toHaveAttribute('aria-rowcount', String(total + 1))
    await this.settled()
  }

  /** Rows on screen from top to bottom, each as its cells' texts. */
  async visible(): Promise<string[][]> {
    await this.settled()
    const rows = await this.visibleByIndex()
    return rows.map(({ cells }) => cells)
  }

  /** The texts of one column, top to bottom, of the rows on screen. */
  async column(title: string): Promise<string[]> {
    const at = (await this.titles()).indexOf(title)
    if (at < 0) throw new Error(`the table has no column '${title}', but ${(await this.titles()).join(', ')}`)
    return (await this.visible()).map((cells) => cells[at] ?? '')
  }

  /** Every row of the table: goes through it with the keyboard, page by page. */
  async all(): Promise<string[][]> {
    const total = await this.total()
    const rows = new Map<number, string[]>()
    await this.root.press('Control+Home')
    await expect(async () => {
      const seen = await this.visibleByIndex()
      if (seen.every(({ ready }) => ready)) {
        for (const { index, cells } of seen) rows.set(index, cells)
        if (rows.size < total) await this.root.press('PageDown')
      }
      expect(rows.size).toBe(total)
    }).toPass({ intervals: [20], timeout: 60_000 })
    return [...rows].sort(([a], [b]) => a - b).map(([, cells]) => cells)
  }

  private visibleByIndex(): Promise<{ index: number; ready: boolean; cells: string[] }[]> {
    return this.root.evaluate((root) =>
      [...root.querySelectorAll('[role=row]')]
        .filter((row) => row.querySelector('[role=gridcell]') !== null)
        .map((row) => ({
          index: Number(row.getAttribute('aria-rowindex')) - 2,
          ready: row.querySelector('.bone') === null,
          cells: [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent?.trim() ?? ''),
        }))
        .sort((a, b) => a.index - b.index),
    )
  }
}
