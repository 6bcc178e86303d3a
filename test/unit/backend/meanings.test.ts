import { call, ORPCError } from '@orpc/server'
import { describe, expect, test } from 'vitest'
import { meaningsIn } from '../../../electron/analysis/station/meaning/of-type.ts'
import type { Parts } from '../../../electron/backend/base.ts'
import { writable } from '../../../electron/backend/writable.ts'
import { meaningRoutes } from '../../../electron/backend/routes/meanings.ts'
import { thresholdRoutes } from '../../../electron/backend/routes/thresholds.ts'
import { openBook, type Book } from '../../../electron/book/index.ts'
import type { MeaningRow } from '../../../electron/contract/meanings.ts'
import type { Change } from '../../../electron/contract/program.ts'
import type { Channel, EquipmentType, Message } from '../../../electron/contract/records.ts'
import { alarm, NOW, station, tempBook } from '../book/fixtures.ts'

const type = (id: number, name: string | null): EquipmentType => ({
  id,
  name,
  equipmentKindName: null,
  telemetryTypeName: null,
  resourceName: null,
  description: null,
})
const channel = (channelVarname: string, channelName: string, unitName: string): Channel => ({
  equipmentTypeId: 1,
  archiveTypeName: null,
  archiveTypeVarname: 'hourly',
  telemetryTypeName: null,
  channelName,
  channelVarname,
  unitName,
})
const message = (id: number, name: string): Message => ({
  id,
  name,
  description: '',
  deviceCode: String(id),
  equipmentTypeId: 1,
  equipmentTypeVarname: null,
  referenceparameterArchiveTypeId: 24,
  archiveTypeVarname: 'event',
  messageTypicalId: null,
  channelId: null,
  channelVarname: null,
})

/** Two stations of type 1, one of type 2. */
function filledBook(): Book {
  const book = tempBook()
  book.equipmentTypes.put([type(1, 'Флоугаз'), type(2, 'EK280')])
  book.stations.put([station({ id: 1 }), station({ id: 2 }), station({ id: 3, equipmentTypeId: 2, equipmentBrandName: 'EK-280' })], NOW)
  book.channels.put([channel('P', 'Абсолютное давление', 'МПа'), channel('flags', 'Флаги', '')])
  book.messages.put([message(17, 'Загазованность'), message(18, 'Параметр 12')])
  book.settings.putSnapshot(1001, NOW, [
    { channelName: 'Давление: верхний предел измерения', channelDataValue: '0,8', unitName: 'МПа' },
    { channelName: 'Нечто', channelDataValue: '1', unitName: null },
  ])
  book.readings.put({ equipmentId: 1002, archiveType: 'hourly', view: 'unified' }, [{ atMs: NOW, values: { gas_consume: '1', P: '2' } }])
  book.events.add({ equipmentId: 1001, archiveType: 'event' }, [alarm(NOW, '99', 'Клапан закрыт')])
  return book
}

function routesOf(book: Book) {
  const told: Change[] = []
  let judgedAgain = 0
  const desk = {
    book: () => book,
    writableBook: () => writable(book),
    groundChanged: () => void judgedAgain++,
    changes: { publish: (change: Change) => told.push(change) },
  } as unknown as Parts['desk']
  return {
    told,
    judgedAgain: () => judgedAgain,
    meanings: meaningRoutes({ desk } as Parts),
    thresholds: thresholdRoutes({ desk } as Parts),
  }
}
const codeOf = async (asked: Promise<unknown>) => {
  const error = await asked.then(() => null).catch((refused: unknown) => refused)
  return error instanceof ORPCError ? error.data.code : error
}

describe('what was recognised', () => {
  test('lists all that the directory names and the devices sent; what is not recognised first', async () => {
    const { meanings } = routesOf(filledBook())
    const { rows, tableVersion } = await call(meanings.ofType, { equipmentTypeId: 1 })
    expect(tableVersion).toBe(2)
    const short = ({ meant, key, meaning, pattern }: MeaningRow) => [meant, key, meaning.role ?? meaning.quantity, pattern]
    expect(rows.map(short)).toEqual([
      ['channel', 'flags', 'other', null],
      ['setting', 'Нечто', 'none', null],
      ['message', '18', 'none', null],
      ['channel', 'P', 'pressure', 'channel.code.pressure'],
      ['channel', 'gas_consume', 'standardVolume', 'channel.code.standardVolume'],
      ['setting', 'Давление: верхний предел измерения', 'upperLimit', 'setting.upperLimit'],
      ['message', '17', 'gasAlarm', 'message.gasAlarm'],
      ['message', '99', 'valveShut', 'message.valveShut'],
    ])
    expect(await call(meanings.types, undefined)).toEqual([
      { equipmentTypeId: 1, name: 'Флоугаз', stations: 2, recognised: 5, unrecognised: 3, corrected: 0 },
      { equipmentTypeId: 2, name: 'EK280', stations: 1, recognised: 0, unrecognised: 0, corrected: 0 },
    ])
  })

  test('a correction holds, is told to the rules, and can be taken back', async () => {
    const book = filledBook()
    const { meanings, told, judgedAgain } = routesOf(book)
    const thing = { equipmentTypeId: 1, meant: 'message', archiveType: 'event', key: '18' } as const
    const before = meaningsIn(book)(1).digest
    await call(meanings.correct, { ...thing, meaning: { role: 'tampering', quantity: null, basis: null } })
    const { rows } = await call(meanings.ofType, { equipmentTypeId: 1 })
    expect(rows.find(({ key }) => key === '18')).toMatchObject({
      meaning: { role: 'tampering' },
      corrected: true,
      pattern: null,
    })
    expect(rows.filter(({ corrected }) => corrected)).toHaveLength(1)
    expect(meaningsIn(book)(1).digest).not.toBe(before)
    expect(meaningsIn(book)(2).digest).toBe(meaningsIn(filledBook())(2).digest)
    await call(meanings.correct, { ...thing, meaning: null })
    expect(meaningsIn(book)(1).digest).toBe(before)
    expect(judgedAgain()).toBe(2)
    expect(told).toEqual([
      { topic: 'findings', stationId: null },
      { topic: 'findings', stationId: null },
    ])
  })

  test('whether P of the unified view is absolute is told by the directory’s P', () => {
    const unified = { archiveType: 'hourly', channelVarname: 'P', channelName: null, unitName: 'МПа' }
    expect(meaningsIn(filledBook())(1).channel(unified)).toMatchObject({ quantity: 'pressure', basis: 'absolute' })
  })
})

describe('thresholds', () => {
  test('the narrowest wins, and says where it was set; the maker and the settings speak before nobody', async () => {
    const book = filledBook()
    const { thresholds, told } = routesOf(book)
    const held = async (stationId: number, rule: string, key: string) => {
      const found = (await call(thresholds.ofDevice, { stationId })).find((one) => one.rule === rule && one.key === key)
      return [found?.value, found?.from]
    }
    expect(await held(1, 'spike', 'fail')).toEqual([7, 'program'])
    const spike = { rule: 'spike', key: 'fail' } as const
    await call(thresholds.set, { values: [{ ...spike, scope: 'book', scopeId: null, value: 8 }] })
    expect(await held(1, 'spike', 'fail')).toEqual([8, 'book'])
    await call(thresholds.set, {
      values: [
        { ...spike, scope: 'type', scopeId: 1, value: 9 },
        { ...spike, scope: 'device', scopeId: 1001, value: 10 },
      ],
    })
    expect(await held(1, 'spike', 'fail')).toEqual([10, 'device'])
    expect(await held(2, 'spike', 'fail')).toEqual([9, 'type'])
    expect(await held(3, 'spike', 'fail')).toEqual([8, 'book'])
    await call(thresholds.set, { values: [{ ...spike, scope: 'device', scopeId: 1001, value: null }] })
    expect(await held(1, 'spike', 'fail')).toEqual([9, 'type'])
    expect(told).toHaveLength(3)

    expect(await held(3, 'archive_at_risk', 'dailyDepth')).toEqual([600, 'maker'])
    expect(await held(3, 'archive_at_risk', 'hourlyDepth')).toEqual([null, 'program'])
    expect(await held(1, 'range', 'pressureMax')).toEqual([800, 'settings'])
    await call(thresholds.set, {
      values: [{ rule: 'range', key: 'pressureMax', scope: 'book', scopeId: null, value: 700 }],
    })
    expect(await held(1, 'range', 'pressureMax')).toEqual([700, 'book'])
  })

  test.each([
    ['above its bounds', { rule: 'spike', key: 'fail', scope: 'book', scopeId: null, value: 101 }],
    ['below its bounds', { rule: 'frozen', key: 'fail', scope: 'type', scopeId: 1, value: 1 }],
    ['of no such threshold', { rule: 'spike', key: 'nothing', scope: 'book', scopeId: null, value: 5 }],
    ['of a type without a key', { rule: 'spike', key: 'fail', scope: 'type', scopeId: null, value: 5 }],
    ['of the book with a key', { rule: 'spike', key: 'fail', scope: 'book', scopeId: 4, value: 5 }],
  ] as const)('what is %s is refused, and nothing is set', async (_, wrong) => {
    const book = filledBook()
    const { thresholds, told } = routesOf(book)
    const right = { rule: 'spike', key: 'suspect', scope: 'book', scopeId: null, value: 4 } as const
    expect(await codeOf(call(thresholds.set, { values: [right, wrong] }))).toBe('BAD_INPUT')
    expect([book.thresholds.all(), told]).toEqual([[], []])
  })

  test('what a newer program or a careless hand has written says nothing, and stays', () => {
    const book = filledBook()
    const write = book.db.prepare("INSERT INTO threshold VALUES ('book', 0, ?, ?, ?, 0)")
    write.run('of_tomorrow', 'x', 1)
    write.run('spike', 'fail', 1e9)
    book.db.prepare("INSERT INTO meaning VALUES (1, 'setting', '', 'Нечто', 'hue', NULL, 'colour', 0)").run()
    expect(book.thresholds.all()).toEqual([])
    expect(book.meanings.ofType(1)).toEqual([])
    expect(book.db.prepare('SELECT count(*) FROM threshold').pluck().get()).toBe(2)
  })

  test('a book that is open for reading is not changed', async () => {
    const book = filledBook()
    const reading = openBook(book.file, { mode: 'read', now: () => NOW })
    const { thresholds, meanings } = routesOf(reading)
    const spike = { rule: 'spike', key: 'fail', scope: 'book', scopeId: null, value: 8 } as const
    const thing = { equipmentTypeId: 1, meant: 'message', archiveType: 'event', key: '18', meaning: null } as const
    expect(await codeOf(call(thresholds.set, { values: [spike] }))).toBe('READ_ONLY_BOOK')
    expect(await codeOf(call(meanings.correct, thing))).toBe('READ_ONLY_BOOK')
    reading.close()
  })
})
