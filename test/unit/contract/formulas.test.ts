import { expect, test } from 'vitest'
import { zoneClock } from '../../../electron/contract/time/zone.ts'
import { formulaSafe } from '../../../electron/contract/formulas.ts'
import { csvLines } from '../../../electron/exports/formats/csv.ts'
import { looseCells } from '../../support/csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+7 (916) 123', "'+7 (916) 123"],
  ['-cmd', "'-cmd"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1', "'  =1"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['=HYPERLINK("http://x")', '\'=HYPERLINK("http://x")'],
  ['-1+1', "'-1+1"],
  ['\u00a0=1', "'\u00a0=1"],
  ['＝1', "'＝1"],
  ['﹢A1', "'﹢A1"],
  ['x;=1+1', "x;'=1+1"],
  ['x,=1+1', "x,'=1+1"],
  ['x\t=1+1', "x\t'=1+1"],
  ['x\r\n=1+1', "x\r\n'=1+1"],
  ['x; "=1+1"', 'x;\' "=1+1"'],
  ['=1;=2,+A1', "'=1;'=2,'+A1"],
  ['x;－A1', "x;'－A1"],
])('a spreadsheet cannot take %j for a formula', (text, safe) => expect(formulaSafe(text)).toBe(safe))

test.each([
  '-5',
  '+5',
  '-0.25',
  '1e-7',
  '-1.5E+10',
  '12,5',
  '-12,5',
  '-1 240,5',
  '-1\u00a0240,5 °C',
  '-1,240.5',
  '-2 этаж',
  'ГРП-2',
  'a=b',
  '',
  'user@host',
  '---',
  '—',
  'Цех 1; -5 °C',
  'min -1.5, max +2.5',
  'a;b,c',
])('%j stays', (text) => expect(formulaSafe(text)).toBe(text))

const HOSTILE = [
  'x;=1+1',
  'x,=1+1',
  'x\t=1+1',
  'x\n=1+1',
  'x\r=1+1',
  'x";=1+1',
  'x;"=1+1"',
  'x,"=1+1",',
  '";=1+1;"',
  ',,=1',
  ';;@A1',
  '"\n=1+1',
  'x;\n\t=A1',
  'x;\'"=1',
  "x; =cmd|'/c calc'!A1",
  '=1+1',
  ';+A1',
  'x;＝1+1',
]

test.each(['en', 'ru'] as const)('no cell of a CSV file is a formula, whatever separator its reader has: %s', (language) => {
  const clock = zoneClock('UTC')
  for (const reader of ['people', 'programs'] as const) {
    const table = {
      title: 't',
      about: [],
      expected: null,
      columns: [
        { key: 'a', header: 'a', kind: 'text' as const },
        { key: 'b', header: 'x;=1+1', plainHeader: 'x,=1+1', kind: 'value' as const },
        { key: 'c', header: 'c', kind: 'object' as const },
      ],
      rows: HOSTILE.flatMap((text) => [
        [text, text, { [text]: text }],
        ['plain', text, null],
      ]),
    }
    const text = [...csvLines(table, clock, { reader, language })].join('')
    for (const separator of [',', ';', '\t', '|']) {
      const formulas = looseCells(text.replace('\uFEFF', ''), separator).filter((cell) => /^[\s"]*[=+\-@＝]/.test(cell))
      expect([reader, separator, formulas]).toEqual([reader, separator, []])
    }
  }
})
