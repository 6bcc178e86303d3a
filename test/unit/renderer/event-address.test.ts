import { expect, test } from 'vitest'
import { addressOf } from '../../../renderer/address/fields.ts'
import { AT, keyOfMessage, LOG } from '../../../renderer/places/log.ts'

const { read: filterIn } = addressOf(LOG)
const momentOf = (at: string | null) => addressOf(AT).read({ at }).at
const NOTHING = { archives: [], messages: [], text: '', span: null, piece: null, desc: true }

test('an address says which archives, messages, words and time a log shows', () => {
  const message = keyOfMessage({ code: 'A-15', description: null, archiveType: 'alarm' })
  expect(filterIn({ archives: 'valve,alarm', message, text: 'клапан', from: '2026-11-01', to: '2026-11-02', order: 'oldest' })).toEqual({
    archives: ['alarm', 'valve'],
    messages: [message],
    text: 'клапан',
    span: { from: '2026-11-01', to: '2026-11-02' },
    piece: null,
    desc: false,
  })
  expect(filterIn({ fromMs: '1700000000000', toMs: '1700000001000' }).piece).toEqual({ fromMs: 1_700_000_000_000, toMs: 1_700_000_001_000 })
  expect(momentOf('1700000000000')).toBe(1_700_000_000_000)
})

test('what does not fit is left out, and no more letters are taken than the book takes', () => {
  const broken = {
    archives: '__proto__',
    message: ['null', '[]', null],
    from: '2026-13-01',
    to: '2026-01-01',
    order: 'x',
  }
  expect(filterIn(broken)).toEqual(NOTHING)
  for (const [fromMs, toMs] of [
    ['-1e300', '1e300'],
    ['1', '9e15'],
    ['5', '4'],
    ['x', '5'],
    ['', ''],
  ])
    expect(filterIn({ fromMs: fromMs ?? '', toMs: toMs ?? '' }), `${fromMs} ${toMs}`).toEqual(NOTHING)
  expect(filterIn({ text: 'я'.repeat(3000) }).text).toHaveLength(200)
  expect([momentOf('1e300'), momentOf('NaN'), momentOf(null)]).toEqual([null, null, null])
})
