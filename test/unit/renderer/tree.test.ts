import { describe, expect, test } from 'vitest'
import type { TreeNode } from '../../../renderer/stores/tree.ts'
import { treeKeys } from '../../../renderer/views/workbench/tree/keys.ts'
import { treeRows } from '../../../renderer/views/workbench/tree/rows.ts'

const node = (name: string, children: TreeNode[] = []): TreeNode => ({
  key: name,
  kind: 'provider',
  id: 1,
  name,
  stations: 1,
  children,
})
const TREE = [
  node('All stations'),
  node('Газпром', [node('Филиал «Северный»', [node('АО «Берёзка»'), node('ООО «Агротехника»')]), node('Филиал «Южный»')]),
  node('Вода'),
]
const open = (...names: string[]) => treeRows(TREE, ({ name }) => names.includes(name), null)
const names = (rows: ReturnType<typeof open>) => rows.map(({ node: { name } }) => name)

describe('the lines of a tree', () => {
  test('children follow their parent while it is open, each with its level and place', () => {
    const rows = open('Газпром')
    expect(rows.map((row) => [row.node.name, row.level, row.place, row.siblings, row.open, row.parent])).toEqual([
      ['All stations', 1, 1, 3, null, -1],
      ['Газпром', 1, 2, 3, true, -1],
      ['Филиал «Северный»', 2, 1, 2, false, 1],
      ['Филиал «Южный»', 2, 2, 2, null, 1],
      ['Вода', 1, 3, 3, null, -1],
    ])
  })

  test('a filter keeps the matches and their ancestors, which are open', () => {
    const rows = treeRows(
      TREE,
      () => false,
      ({ name }) => name.includes('Берёзка'),
    )
    expect(rows.map(({ node: { name }, open: isOpen }) => [name, isOpen])).toEqual([
      ['Газпром', true],
      ['Филиал «Северный»', true],
      ['АО «Берёзка»', null],
    ])
  })
})

describe('keys of a tree', () => {
  const rows = open('Газпром', 'Филиал «Северный»')
  const at = (name: string) => names(rows).indexOf(name)
  const press = (name: string, key: string, keys = treeKeys(() => 3), atMs = 0) => {
    const act = keys(rows, at(name), { key, ctrl: false, atMs })
    return act && `${act.kind} ${rows[act.row]?.node.name}`
  }

  test.each([
    ['All stations', 'ArrowDown', 'go Газпром'],
    ['All stations', 'ArrowUp', 'go All stations'],
    ['Вода', 'ArrowDown', 'go Вода'],
    ['Вода', 'Home', 'go All stations'],
    ['All stations', 'End', 'go Вода'],
    ['All stations', 'PageDown', 'go АО «Берёзка»'],
    ['Вода', 'PageUp', 'go АО «Берёзка»'],
    ['Газпром', 'ArrowRight', 'go Филиал «Северный»'],
    ['Газпром', 'ArrowLeft', 'close Газпром'],
    ['АО «Берёзка»', 'ArrowLeft', 'go Филиал «Северный»'],
    ['АО «Берёзка»', 'ArrowRight', null],
    ['All stations', 'ArrowLeft', null],
    ['Филиал «Южный»', 'Enter', 'choose Филиал «Южный»'],
    ['Филиал «Южный»', ' ', 'choose Филиал «Южный»'],
    ['Филиал «Южный»', 'Tab', null],
    ['Филиал «Южный»', 'Escape', null],
  ])('on %s %s: %s', (name, key, act) => expect(press(name, key)).toBe(act))

  test('a closed node is opened by →', () => {
    const closed = open()
    expect(treeKeys(() => 3)(closed, 1, { key: 'ArrowRight', ctrl: false, atMs: 0 })).toEqual({ kind: 'open', row: 1 })
  })

  test('letters go to the next name that begins with them, in any case, ё as е; a word inside counts where no name does', () => {
    const keys = treeKeys(() => 3)
    expect(press('All stations', 'В', keys, 0)).toBe('go Вода')
    expect(press('All stations', 'б', keys, 5_000)).toBe('go АО «Берёзка»')
    expect(press('АО «Берёзка»', 'е', keys, 5_100)).toBe('go АО «Берёзка»')
    expect(press('АО «Берёзка»', 'р', keys, 5_200)).toBe('go АО «Берёзка»')
    expect(press('АО «Берёзка»', 'ъ', keys, 9_000)).toBe(null)
  })

  test('the same letter again goes on to the next, and round', () => {
    const keys = treeKeys(() => 3)
    expect(press('All stations', 'ф', keys, 0)).toBe('go Филиал «Северный»')
    expect(press('Филиал «Северный»', 'ф', keys, 100)).toBe('go Филиал «Южный»')
    expect(press('Филиал «Южный»', 'ф', keys, 200)).toBe('go Филиал «Северный»')
  })

  test('a space belongs to a name that is being typed, else it chooses', () => {
    const keys = treeKeys(() => 3)
    expect(press('Вода', 'a', keys, -900)).toBe('go All stations')
    expect(press('All stations', ' ', keys, -850)).toBe('choose All stations')
    expect(press('Вода', 'a', keys, 0)).toBe('go All stations')
    for (const [index, letter] of ['l', 'l'].entries()) press('All stations', letter, keys, 100 + index)
    expect(press('All stations', ' ', keys, 300)).toBe('go All stations')
    expect(press('All stations', ' ', keys, 5_000)).toBe('choose All stations')
  })

  test('keys with Ctrl are not letters', () => {
    expect(treeKeys(() => 3)(rows, 0, { key: 'ф', ctrl: true, atMs: 0 })).toBeNull()
  })
})
