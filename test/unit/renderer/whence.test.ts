import { expect, test } from 'vitest'
import { placeBefore, type VisitedPlace } from '../../../renderer/components/whence.ts'

/** What 'Back' on a screen leads to. */
const history = (...places: [screen: string, path: string][]) =>
  new Map<number, VisitedPlace>(places.map(([screen, path], at) => [at, { screen, path }]))

test('Back leads to the screen one came from, as it was left, and not to another tab of the same one', () => {
  const places = history(
    ['workbench ', '/stations?text=14'],
    ['findings ', '/findings?flags=4'],
    ['station 7', '/stations/7/readings?finding=a'],
    ['station 7', '/stations/7/findings'],
  )
  expect(placeBefore(places, 3)).toEqual({ screen: 'findings ', path: '/findings?flags=4' })
  expect(placeBefore(places, 2)).toEqual({ screen: 'findings ', path: '/findings?flags=4' })
  expect(placeBefore(places, 1)).toEqual({ screen: 'workbench ', path: '/stations?text=14' })
})

test('another station is another screen; without a place before, or after a reload, nothing is known', () => {
  const places = history(['station 3', '/stations/3'], ['station 7', '/stations/7'])
  expect(placeBefore(places, 1)).toEqual({ screen: 'station 3', path: '/stations/3' })
  expect(placeBefore(places, 0)).toBeNull()
  expect(placeBefore(new Map([[5, { screen: 'station 7', path: '/stations/7' }]]), 5)).toBeNull()
  expect(placeBefore(places, -1)).toBeNull()
})
