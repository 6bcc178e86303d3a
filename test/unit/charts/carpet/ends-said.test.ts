import { expect, test } from 'vitest'
import { endsSaid } from '../../../../renderer/charts/carpet/range.ts'

const said = (low: number, high: number) => endsSaid(low, high, (value, digits) => String(Number(value.toFixed(digits))))

test('both ends of what is seen are told apart, however small the values are', () => {
  expect(said(0.2791, 0.2838)).toEqual(['0.2791', '0.2838'])
  expect(said(0.28, 0.28)).toEqual(['0.28', '0.28'])
  expect(said(19_430_749.31, 19_433_469.43)).toEqual(['19430749', '19433469'])
  expect(said(13.7, 17)).toEqual(['13.7', '17'])
})
