import { expect, test } from 'vitest'
import { holeTotals } from '../../../electron/contract/hole-totals.ts'

const hole = (records: number, m3: number | null, measured = false, billedM3: number | null = null) => ({ records, m3, measured, billedM3 })

test('records and m³ of holes are added up; what has no price is counted, and stands for no m³', () => {
  expect(holeTotals([hole(3, 10, true, 30), hole(2, null, false, 20), hole(1, 5.5, false, 10)])).toEqual({
    records: 6,
    m3: 15.5,
    measuredM3: 10,
    holesWithoutPrice: 1,
    billedM3: 60,
  })
})

test('where no hole has a price, none is told: that is not 0 m³', () => {
  expect(holeTotals([hole(2, null)])).toMatchObject({ records: 2, m3: null, measuredM3: 0, holesWithoutPrice: 1, billedM3: null })
  expect(holeTotals([hole(1, 0, true)])).toMatchObject({ m3: 0, billedM3: null })
})
