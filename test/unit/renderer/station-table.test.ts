import { describe, expect, test, vi } from 'vitest'
import { gridKeys, type GridActions } from '../../../renderer/components/grid/keys.ts'
import { rowsAsCsv } from '../../../renderer/components/grid/menu/export-rows.ts'
import { narrowed, useNarrowing } from '../../../renderer/components/grid/narrowing.ts'
import { useListRows } from '../../../renderer/components/grid/rows.ts'
import { valuesOf, withOnly, withState, withValues, type Conditions } from '../../../renderer/stores/conditions.ts'
import { isAboutTable, stateIn, tableAddress } from '../../../renderer/places/workbench.ts'
import { isStationSort } from '../../../renderer/parts/stations/station-sorts.ts'

describe('conditions', () => {
  test('a value is asked for, left out, and let go', () => {
    let now: Conditions = withState([], 'status', 'Авария', 'only')
    now = withState(now, 'status', 'Норма', 'only')
    now = withState(now, 'model', 'ЕК270', 'not')
    expect(now).toEqual([
      { by: 'status', values: ['Авария', 'Норма'], not: false },
      { by: 'model', values: ['ЕК270'], not: true },
    ])
    now = withState(now, 'status', 'Авария', 'not')
    expect(valuesOf(now, 'status', true)).toEqual(['Авария'])
    expect(valuesOf(now, 'status', false)).toEqual(['Норма'])
    now = withState(now, 'status', 'Норма', null)
    expect(valuesOf(now, 'status', false)).toEqual([])
    expect(withOnly(now, 'status', 'Норма')).toEqual([
      { by: 'model', values: ['ЕК270'], not: true },
      { by: 'status', values: ['Норма'], not: false },
    ])
  })

  test('the values of a facet are set at once', () => {
    const left = withValues([], 'model', true, ['ЕК270', 'СПГ761'])
    expect(left).toEqual([{ by: 'model', values: ['ЕК270', 'СПГ761'], not: true }])
    const both = withValues(left, 'model', false, ['ТС220'])
    expect(valuesOf(both, 'model', true)).toEqual(['ЕК270', 'СПГ761'])
    expect(valuesOf(both, 'model', false)).toEqual(['ТС220'])
    expect(withValues(both, 'model', true, [])).toEqual([{ by: 'model', values: ['ТС220'], not: false }])
  })
})

describe('the address of the station table', () => {
  const { write } = tableAddress(isStationSort)
  const state = {
    text: 'грп 12',
    choice: { kind: 'consumer' as const, id: 7 },
    conditions: [
      { by: 'status' as const, values: ['В работе', ''], not: false },
      { by: 'status' as const, values: ['Авария'], not: true },
      { by: 'provider' as const, values: ['3'], not: false },
    ],
    sort: { by: 'volume' as const, desc: true },
  }
  const asRead = (query: object) => JSON.parse(JSON.stringify(query)) as Parameters<typeof stateIn>[0]

  test('holds everything and gives it back', () => {
    const query = asRead(write(state))
    expect(query).toMatchObject({ text: 'грп 12', consumer: '7', sort: '-volume' })
    expect(isAboutTable(query)).toBe(true)
    expect(stateIn(query, isStationSort)).toEqual(state)
  })

  test('says nothing of a table that nobody has touched, and believes no nonsense', () => {
    const plain = { text: '', choice: { kind: 'all' as const, id: null }, conditions: [], sort: null }
    expect(write(plain)).toEqual({})
    expect(isAboutTable({ export: '1' })).toBe(false)
    expect(stateIn({ sort: 'constructor', consumer: 'x' }, isStationSort)).toEqual(plain)
    expect(stateIn({ consumer: '5' }, isStationSort).choice).toEqual({ kind: 'consumer', id: 5 })
  })
})

describe('a list in memory', () => {
  const of = (row: { name: string; kind: string }) => row.kind
  const rows = ['а', 'б', 'в'].map((kind, at) => ({ name: String(at), kind }))
  const about = (text: string, not: boolean) => ({ by: 'kind', title: 'Kind', text, not, of })

  test('is narrowed by the values of cells', () => {
    expect(narrowed(rows, [])).toBe(rows)
    expect(narrowed(rows, [about('а', false), about('в', false)]).map(of)).toEqual(['а', 'в'])
    expect(narrowed(rows, [about('б', true)]).map(of)).toEqual(['а', 'в'])
    const narrowing = useNarrowing<(typeof rows)[number]>()
    narrowing.add(about('а', false))
    narrowing.add(about('а', true))
    expect(narrowed(rows, narrowing.conditions.value).map(of)).toEqual(['б', 'в'])
  })

  test('tells the grid that it was replaced', async () => {
    const source = useListRows(() => rows)
    source.narrowing?.add(about('б', false))
    await expect.poll(() => source.total.value).toBe(1)
    expect(source.at(0)).toBe(rows[1])
    expect(source.resets.value).toBe(1)
    source.narrowing?.clear()
    await expect.poll(() => source.total.value).toBe(3)
  })

  test('is written as a spreadsheet of the language takes it, and runs nothing', () => {
    const columns = [
      { key: 'a', title: 'Имя', width: 1, text: (row: string) => row },
      { key: 'b', title: 'B', width: 1, text: () => '—' },
      { key: 'c', title: 'C', width: 1, text: () => 'x', copied: () => '1,5' },
    ]
    expect(rowsAsCsv(['=1+A1', 'a;"b"'], columns, 'ru')).toBe(`\uFEFFИмя;B;C\r\n'=1+A1;;"1,5"\r\n"a;""b""";;"1,5"\r\n`)
    expect(rowsAsCsv([], columns, 'en')).toBe('\uFEFFИмя,B,C\r\n')
  })
})

describe('the menu’s keys', () => {
  test.each([
    [{ key: 'F10', shiftKey: true }, 1],
    [{ key: 'ContextMenu' }, 1],
    [{ key: 'F10', shiftKey: false }, 0],
  ])('%j', (press, times) => {
    const menu = vi.fn<() => void>()
    const target = {}
    const prevented = vi.fn<() => void>()
    const actions = { active: () => ({ row: 0, column: 0 }), rows: () => 1, menu } as unknown as GridActions
    const event = {
      target,
      currentTarget: target,
      ...press,
      preventDefault: prevented,
      stopPropagation: () => undefined,
    }
    gridKeys(actions)(event as unknown as KeyboardEvent)
    expect(menu).toHaveBeenCalledTimes(times)
    expect(prevented).toHaveBeenCalledTimes(times)
  })
})
