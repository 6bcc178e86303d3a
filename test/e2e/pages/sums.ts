import { expect, type Locator, type Page } from '@playwright/test'

/** A row of the table of sums as numbers: plain number format and English. */
type SumLine = {
  name: string
  /** The part of the period that the span has; '' for a whole one. */
  part: string
  value: number | null
  unit: string
  records: string
}
export type Sums = {
  lines: SumLine[]
  total: number | null
}
/** A unit that is not told is not compared. */
export type ExpectedSums = Omit<Sums, 'lines'> & { lines: (Omit<SumLine, 'unit'> & { unit?: string })[] }

/** The table beside the bars of sums. */
export class SumsTable {
  readonly root: Locator
  constructor(page: Page) {
    this.root = page.getByRole('region', { name: 'Table of sums' })
  }

  read(): Promise<Sums> {
    return this.root.evaluate((region) => {
      const text = (element: Node | null | undefined) => element?.textContent?.trim() ?? ''
      const number = (cell: string) => (/^-?\d/.test(cell) ? Number(cell.split(/\s/)[0]) : null)
      const unit = (cell: string) => (/^-?\d/.test(cell) ? cell.split(/\s/).slice(1).join(' ') : '')
      const lines = [...region.querySelectorAll('tbody tr')].map((row) => ({
        name: text(row.querySelector('th')?.firstChild),
        // Browsers differ in the spaces around the dash.
        part: text(row.querySelector('small')).replaceAll(/\s*–\s*/g, '–'),
        value: number(text(row.children[1])),
        unit: unit(text(row.children[1])),
        records: text(row.children[2]),
      }))
      return { lines, total: number(text(region.querySelector('tfoot td'))) }
    })
  }

  /** Waits until the sums on screen are the expected ones. */
  async expectShown(expected: ExpectedSums, what: string): Promise<void> {
    const shown = async () => ((await this.root.count()) === 1 ? this.read() : null)
    await expect.poll(shown, { message: what }).toMatchObject(expected)
  }
}

/** A sum as the window rounds it: the larger, the fewer decimals. */
export const roundedSum = (value: number | null): number | null =>
  value === null ? null : Number(value.toFixed(Math.abs(value) >= 100 ? 3 : Math.abs(value) >= 1 ? 4 : 6))
