import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { BENCHES } from '../../bench/benches.ts'
import { wantedOf } from '../../bench/options.ts'
import { barOf, inUnit, lineOf, parseFigures, sayRow, type Measured } from '../../bench/report/measured.ts'
import { missingIn, readPage, writePage, type Results } from '../../bench/report/page.ts'
import { table } from '../../bench/report/table.ts'
import { BENCH_NAMES, holds, keysOf, many, nameOf, partsOf, rowsOf } from '../../bench/rows.ts'
import { SIZES } from '../../bench/sizes.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const page = readFileSync(path.join(root, 'docs/performance.md'), 'utf8')

const measured = (row: string, value: number): Measured => ({
  row,
  value,
  at: '2026-11-26T20:00:00.000Z',
  commit: 'abcd1234',
  machine: '2 cores, Node 24',
  busy: 3,
})
/** Every row exactly at its bar. */
const atTheBars = (): Results =>
  Object.fromEntries(BENCH_NAMES.map((name) => [name, Object.entries(rowsOf(name, 'full')).map(([row, { bar }]) => measured(row, bar))]))
const promised = BENCH_NAMES.flatMap((name) =>
  Object.entries(rowsOf(name, 'full')).map(([row, spec]) => ({ bench: nameOf(name, row), what: sayRow(spec), bar: barOf(spec) })),
)

describe('the benches', () => {
  test('that lie in the folder are those that have sizes, rows and a place', () => {
    const folder = path.join(root, 'test/bench')
    const files = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const file = path.join(folder, entry.isDirectory() ? `${entry.name}/index.ts` : entry.name)
      return existsSync(file) && readFileSync(file, 'utf8').includes('export const bench') ? [entry.name.replace('.ts', '')] : []
    })
    expect(files.toSorted()).toEqual(BENCH_NAMES.toSorted())
    expect(Object.keys(SIZES).toSorted()).toEqual(BENCH_NAMES.toSorted())
    expect(Object.keys(BENCHES).toSorted()).toEqual(BENCH_NAMES.toSorted())
  })

  test('have quick worlds that are smaller, and the same rows and bars in both', () => {
    for (const name of BENCH_NAMES) {
      const [full, quick] = [rowsOf(name, 'full'), rowsOf(name, 'quick')]
      expect(Object.keys(quick)).toEqual(Object.keys(full))
      expect(Object.values(quick).map(barOf)).toEqual(Object.values(full).map(barOf))
      expect(JSON.stringify(SIZES[name].quick)).not.toBe(JSON.stringify(SIZES[name].full))
    }
  })
})

describe('the page', () => {
  test('lists every row of every bench with its bar, and nothing else', () => {
    expect(readPage(page)).toEqual(promised)
  })

  test('explains every bench under its name', () => {
    const explained = [...page.matchAll(/^### (\S+)$/gm)].map(([, name]) => name)
    expect(explained).toEqual(BENCH_NAMES)
    for (const name of BENCH_NAMES) {
      const words = page.split(`### ${name}\n`)[1]?.split('\n#')[0] ?? ''
      for (const part of partsOf(name)) expect(words).toContain(`\`${part}\``)
    }
  })

  test('gets a new table, and keeps the words around it', () => {
    const written = writePage(page, atTheBars())
    expect(readPage(written)).toEqual(promised)
    expect(written).toContain(
      `${promised.length} of ${promised.length} rows meet their bar. Measured on: 2 cores, Node 24. Other work took at most 3 %`,
    )
    expect(writePage(written, atTheBars())).toBe(written)
    const around = (text: string) => text.replace(/from here … -->[^]*<!-- … to here/, '')
    expect(around(written)).toBe(around(page))
  })

  test('says which rows are short, and of which it is not known how busy the machine was', () => {
    const results = { ...atTheBars(), start: [{ ...measured('help', 4.01), busy: null, note: 'bare loop' }] }
    const written = writePage(page, results)
    expect(written).toContain(`${promised.length - 1} of ${promised.length} rows`)
    expect(written).toMatch(/\| start +\|.*\| 4\.01 × \(bare loop\) +\| at most 4 × +\| short +\| 2026-11-26 \| abcd1234 \|/)
    expect(written).toContain('how busy the machine was is not known for 1 rows')
  })

  test('says of a row that it was not measured yet, and is not written without a place for its table', () => {
    const results = { ...atTheBars(), ingest: [] }
    expect(missingIn(results)).toEqual(['ingest processor'])
    expect(writePage(page, results)).toMatch(/\| ingest +\|.*\| not yet +\| at most 1\.5 × +\| {2,}\|/)
    expect(readPage(writePage(page, results))).toEqual(promised)
    expect(() => writePage('# Nothing', atTheBars())).toThrow('no place for the table')
  })
})

describe('figures', () => {
  test('are taken in the order of the rows, with their notes', () => {
    const text = JSON.stringify([
      { row: 'b', value: 2, note: 'bare' },
      { row: 'a', value: 1 },
    ])
    expect(parseFigures(text, ['a', 'b'])).toEqual([
      { row: 'a', value: 1 },
      { row: 'b', value: 2, note: 'bare' },
    ])
  })

  test('that are missing, foreign or no numbers are refused', () => {
    expect(() => parseFigures('[]', ['a'])).toThrow('measured nothing in place of a')
    expect(() => parseFigures('[{"row":"x","value":1}]', ['a'])).toThrow('measured x in place of a')
    expect(() => parseFigures('[{"row":"a","value":null}]', ['a'])).toThrow('no figure')
    expect(() => parseFigures('{}', ['a'])).toThrow('no list')
  })

  test('are said in their units, and judged by the way that is better', () => {
    expect([inUnit(1.234, 'times'), inUnit(9.94, 'ms'), inUnit(30, 'ms'), inUnit(0.987, 's'), inUnit(216.7, 'MB')]).toEqual([
      '1.23 ×',
      '9.9 ms',
      '30 ms',
      '0.99 s',
      '217 MB',
    ])
    const { few = null, floor = null } = rowsOf('download', 'full')
    if (!few || !floor) throw new Error('no such rows')
    expect([holds(few, few.bar - 0.1), holds(few, few.bar), holds(floor, floor.bar), holds(floor, floor.bar + 0.1)]).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect([many(1_000_000), many(10_000_000), many(508_080)]).toEqual(['a million', '10 million', '508,080'])
  })

  test('stand under each other in a terminal, with what is to be known of them', () => {
    const lines = [
      lineOf('start', 'quick', { row: 'help', value: 5 }),
      lineOf('export', 'full', { row: 'rows.events', value: 1, note: 'bare loop' }),
    ]
    const [head, first, second] = table(lines).split('\n')
    expect(head).toMatch(/^bench .* measured {2}bar .* what is measured$/)
    expect(first).toMatch(/^start {8}short {4}5\.00 × {2}at most 4 × {4}meterbook --help/)
    expect(second).toMatch(/^export rows {2}ok .*\(bare loop\)$/)
  })
})

describe('npm run bench', () => {
  test('runs all, the named ones in their order, or parts of one', () => {
    expect(wantedOf([])).toEqual({ names: BENCH_NAMES, parts: null, size: 'full', turns: null, json: false, write: false, resume: false })
    expect(wantedOf(['ui', 'start', '--quick'])).toMatchObject({ names: ['start', 'ui'], size: 'quick' })
    expect(wantedOf(['ui', '--only', 'start,busy', '--turns', '2'])).toMatchObject({ parts: ['start', 'busy'], turns: 2 })
    expect(keysOf('ui', ['start', 'like'])).toEqual(['start.first', 'like.typed', 'like.alone'])
  })

  test('lists what there is when a name is unknown, and never writes the page of less than a full run', () => {
    expect(wantedOf(['speed'])).toEqual({ say: `There is no bench speed. The benches are ${BENCH_NAMES.join(', ')}.\n`, code: 2 })
    for (const [args, words] of [
      [['ui', '--only', 'speed'], 'has no part speed. Its parts are readings,'],
      [['start', '--only', 'help'], 'It measures all at once.'],
      [['--only', 'start'], 'name that bench'],
      [['--quick', '--write'], 'never written of a quick run'],
      [['--turns', '1', '--write'], 'leave --turns out'],
      [['--turns', '0'], 'from 1'],
      [['--fast'], 'Usage:'],
    ] as const)
      expect(wantedOf(args)).toMatchObject({ say: expect.stringContaining(words), code: 2 })
    expect(wantedOf(['--help'])).toMatchObject({ say: expect.stringContaining('--resume'), code: 0 })
  })
})
