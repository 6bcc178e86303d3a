import { expect, test } from 'vitest'
import { isSameView } from '../../../renderer/stores/saved-views.ts'
import { keptQuery } from '../../../renderer/parts/saved-views/use-views.ts'

const columns = { 'all-events': { order: ['atMs', 'text'], wishes: { text: { width: 200 }, atMs: { hidden: true } } } }

test('a view keeps what an address narrows by, not the place in the list', () => {
  expect(
    keptQuery({
      archives: 'alarms',
      message: ['a', null, 'b'],
      text: 'газ',
      at: '1764000000000',
      open: ['x'],
      order: null,
    }),
  ).toEqual({ archives: 'alarms', message: ['a', 'b'], text: 'газ' })
})

test('a view is changed by another filter, order or column, not by the order in which they were chosen', () => {
  const view = { query: { rules: 'gap,frozen', message: ['a', 'b'], sort: '-m3' }, columns }
  const wishes = { atMs: { hidden: true }, text: { width: 200 } }
  const again = {
    query: { sort: '-m3', message: ['b', 'a'], rules: 'frozen,gap' },
    // A grid that nobody has arranged says nothing.
    columns: { 'all-events.message': { order: [], wishes: {} }, 'all-events': { order: ['atMs', 'text'], wishes } },
  }
  expect(isSameView(view, again)).toBe(true)
  expect(isSameView(view, { ...view, query: { ...view.query, rules: 'gap' } })).toBe(false)
  expect(isSameView(view, { ...view, query: { ...view.query, sort: 'm3' } })).toBe(false)
  const other = { 'all-events': { order: ['text', 'atMs'], wishes } }
  expect(isSameView(view, { ...view, columns: other })).toBe(false)
})
