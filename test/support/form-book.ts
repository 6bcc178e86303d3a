import type { Book } from '../../electron/book/index.ts'
import type { DeviceEvent, EventArchive, Setting } from '../../electron/contract/records.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../electron/contract/time/units.ts'
import { consumer, message, session, station } from '../unit/book/fixtures.ts'

/**
 * Fills a book with one station of which every form has something to say, and one of which none has. Gas days begin at
 * 10:00 Moscow time; each hour 12 m³ pass.
 */

export const FIRST_DAY = '2026-10-01'
export const LAST_DAY = '2026-10-05'
/** 10:00 in Moscow on the first day. */
const BEGIN_MS = Date.UTC(2026, 9, 1, 7)
export const PRINTED_MS = Date.UTC(2026, 9, 7, 12, 30)
export const HOUR_M3 = 12
export const STATION = 1
export const BARE_STATION = 2
export const DEVICE = 1001

/** Hours after the beginning. */
export const at = (hour: number): number => BEGIN_MS + hour * HOUR_MS

const told = (atMs: number, code: string, text: string, value = '', unit = '', more: Record<string, string> = {}): DeviceEvent => ({
  atMs,
  entries: { Code: code, CodeDescription: text, ValCode: value, Izm: unit, ...more },
})

const HIGH = 'Значение выше верхнего предела: P'
const FAILED = 'Отказ датчика: T'
const REFERENCE = [
  ['001', HIGH, 'nesht', 2100],
  ['121', `Окончание: ${HIGH}`, 'nesht', 2100],
  ['003', `${FAILED}. Принято подстановочное значение`, 'nesht', 2102],
  ['123', `Окончание: ${FAILED}`, 'nesht', 2102],
  ['090', 'Сводка: давление вне пределов', 'nesht_svod', null],
  ['035', 'Изменена уставка: P', 'changes', null],
  ['037', 'Коррекция времени', 'changes', null],
  ['049', 'Включение прибора', 'event', null],
  ['070', 'Вскрытие корпуса', 'alarm', null],
] as const

const EVENTS: Partial<Record<EventArchive, DeviceEvent[]>> = {
  nesht: [
    told(at(2), '001', HIGH, '0.950', 'МПа'),
    // Told again while it lasts.
    told(at(3), '001', HIGH, '0.960', 'МПа'),
    told(at(4.5), '121', `Окончание: ${HIGH}`, '0.700', 'МПа'),
    told(at(30), '001', HIGH, '0.910', 'МПа'),
    told(at(31), '121', `Окончание: ${HIGH}`, '0.690', 'МПа'),
    told(at(30.5), '003', `${FAILED}. Принято подстановочное значение`, '1'),
    told(at(34), '123', `Окончание: ${FAILED}`, '0'),
    // Before the span: it lasts into it.
    told(at(-5), '003', `${FAILED}. Принято подстановочное значение`, '1'),
    told(at(1), '123', `Окончание: ${FAILED}`, '0'),
    // Nothing has ended it.
    told(at(110), '001', HIGH, '0.990', 'МПа'),
  ],
  nesht_svod: [
    told(at(24), '090', 'Сводка: давление вне пределов', '150', 'мин'),
    told(at(48), '090', 'Сводка: давление вне пределов', '75', 'мин'),
  ],
  changes: [
    told(at(10), '035', 'Изменена уставка: P', '0.95', 'МПа', { OldValue: '0.90', User: 'Сидоров' }),
    told(at(20), '037', 'Коррекция времени', '12', 'с'),
    told(at(-30), '037', 'Коррекция времени', '3', 'с'),
  ],
  event: [told(at(5), '049', 'Включение прибора', '1')],
  alarm: [told(at(90), '070', 'Вскрытие корпуса', '1')],
}

const setting = (channelName: string, value: string, unit: string | null = null): Setting => ({
  channelName,
  channelDataValue: value,
  unitName: unit,
})
const settings = (more: readonly Setting[]): Setting[] => [
  setting('Заводской номер', '00012345'),
  setting('Давление: верхний предел измерения', '1.6', 'МПа'),
  setting('Температура: подстановочное значение', '20.00', '°C'),
  setting('Контрактный час', '10', 'ч'),
  ...more,
]

/** Puts it all into an empty book. */
export function fillFormBook(book: Book): void {
  book.providers.put([{ id: 5, name: 'Газоснабжение', children: [{ id: 6, name: 'Северный участок', children: [] }] }])
  book.consumers.put([consumer(7, 'ООО «Ромашка»', '5260000001')], { energyId: 6 })
  book.stations.put(
    [
      station({ id: STATION, name: 'Котельная № 1', customerId: 7, phone: '+7 900 000-00-00' }),
      station({ id: BARE_STATION, name: null, equipmentId: null, telemetryId: null, equipmentSerialNumber: null }),
    ],
    PRINTED_MS,
  )
  book.channels.put([
    {
      equipmentTypeId: 1,
      archiveTypeName: null,
      archiveTypeVarname: 'hourly',
      telemetryTypeName: null,
      channelName: 'Стандартный объём',
      channelVarname: 'Vpriv',
      unitName: 'м³',
    },
  ])
  book.messages.put(
    REFERENCE.map(([deviceCode, name, archiveTypeVarname, messageTypicalId], nth) =>
      message({
        id: nth + 1,
        deviceCode,
        name,
        description: null,
        archiveTypeVarname,
        messageTypicalId,
        channelVarname: /: ([PT])\b/.exec(name)?.[1] ?? null,
      }),
    ),
  )
  const hourly = { equipmentId: DEVICE, archiveType: 'hourly', view: 'general' } as const
  const hours = Array.from({ length: 24 * 7 }, (_, nth) => ({ atMs: at(nth - 23), values: { Vpriv: HOUR_M3 } }))
  // One hour of a situation has no record.
  book.readings.put(
    hourly,
    hours.filter(({ atMs }) => atMs !== at(33)),
  )
  const span = { from: '2026-09-29', to: '2026-10-06' }
  book.coverage.mark(hourly, span, { fetchedAtMs: PRINTED_MS, state: 'fetched' })
  for (const [archiveType, events] of Object.entries(EVENTS)) {
    const key = { equipmentId: DEVICE, archiveType: archiveType as EventArchive }
    book.events.add(key, events)
    book.coverage.mark({ ...key, view: 'general' }, span, { fetchedAtMs: PRINTED_MS, state: 'fetched' })
  }
  // Asked for, and partly not there; sessions' own events were never asked for.
  const valve = { equipmentId: DEVICE, archiveType: 'valve', view: 'general' } as const
  book.coverage.mark(valve, { from: '2026-09-29', to: '2026-10-03' }, { fetchedAtMs: PRINTED_MS, state: 'empty' })
  book.coverage.mark(valve, { from: '2026-10-04', to: '2026-10-05' }, { fetchedAtMs: PRINTED_MS, state: 'failed' })

  book.settings.putSnapshot(
    DEVICE,
    at(-20),
    settings([setting('Верхняя уставка P', '0.90', 'МПа'), setting('Плотность газа', '0.68', 'кг/м³'), setting('Пароль', 'да')]),
  )
  book.settings.putSnapshot(
    DEVICE,
    at(40),
    settings([setting('Верхняя уставка P', '0.95', 'МПа'), setting('Плотность газа', '0.68', 'кг/м³'), setting('Пароль', 'да')]),
  )
  book.settings.putSnapshot(
    DEVICE,
    at(80),
    settings([setting('Верхняя уставка P', '0.95', 'МПа'), setting('Плотность газа', '0.71', 'кг/м³'), setting('Режим', 'зима')]),
  )

  book.sessions.put(
    Array.from({ length: 40 }, (_, nth) =>
      session({ id: nth + 1, telemetryId: 2001, atMs: PRINTED_MS - 30 * DAY_MS + nth * 6 * HOUR_MS + 7 * MINUTE_MS }),
    ),
  )
}
