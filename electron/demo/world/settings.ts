import type { Peculiar, Story } from './stories.ts'
import { deviceAt, EPOCH_MS, lastExchangeMs, serialNumber, type Device } from './device.ts'
import { fromArray, type Listing } from './listing.ts'
import { fraction, hash, SALT } from './random.ts'
import { phone } from './regions.ts'
import { DAY_MS, dayOf, formatDay, lastOccurrence } from './time.ts'
import { installedMs } from './stations.ts'
import type { WireSetting } from './wire.ts'

/** Settings are changed twice in any three years. */
const CHANGED_EVERY_DAYS = 520

interface Context {
  seed: number
  device: Device
  /** How many times the settings had been changed. */
  version: number
  nowMs: number
}

type Item = readonly [ru: string, en: string, unit: string | null, value: (at: Context) => string]

const fixed = (value: string) => () => value
/** A number that is the device's own and never changes. */
const own = (n: number, from: number, to: number, digits: number) => (at: Context) =>
  (from + (to - from) * fraction(at.seed, SALT.setting, at.device.index, n)).toFixed(digits)
/** A number that is another one after each change. */
const changing = (n: number, from: number, to: number, digits: number) => (at: Context) =>
  (from + (to - from) * fraction(at.seed, SALT.setting, at.device.index, n, at.version + 1)).toFixed(digits)

/** The bounds of one measuring channel: limits, set points within them, a substitute off all that is ever measured. */
interface Bounds {
  lower: number
  upper: number
  low: number
  high: number
  substitute: number
  digits: number
}

const limit = (ru: string, en: string, unit: string, n: number, boundsOf: (at: Context) => Bounds): Item[] => {
  const one = (of: (bounds: Bounds, at: Context) => number) => (at: Context) => {
    const bounds = boundsOf(at)
    return of(bounds, at).toFixed(bounds.digits)
  }
  const drawn = (at: Context, m: number, version: number) => fraction(at.seed, SALT.setting, at.device.index, n + m, version)
  return [
    [`${ru}: нижний предел измерения`, `${en}: lower measuring limit`, unit, one(({ lower }) => lower)],
    [`${ru}: верхний предел измерения`, `${en}: upper measuring limit`, unit, one(({ upper }) => upper)],
    [
      `${ru}: нижняя уставка`,
      `${en}: low setting`,
      unit,
      // Another one after each change, within the half next to the limit.
      one(({ lower, low }, at) => low - ((low - lower) / 2) * drawn(at, 0, at.version + 1)),
    ],
    [`${ru}: верхняя уставка`, `${en}: high setting`, unit, one(({ upper, high }, at) => high + ((upper - high) / 2) * drawn(at, 1, 0))],
    [`${ru}: подстановочное значение`, `${en}: substitute value`, unit, one(({ substitute }) => substitute)],
    [
      `${ru}: заводской номер датчика`,
      `${en}: sensor serial number`,
      null,
      (at) => String(hash(at.seed, SALT.setting, at.device.index, n + 3) % 1_000_000).padStart(6, '0'),
    ],
  ]
}

/** MPa: some stations have 0.11, others 0.4 or 0.7. */
const PRESSURE = fixedBounds({ lower: 0.08, upper: 0.9, low: 0.1, high: 0.82, substitute: 0.25, digits: 4 })
const TEMPERATURE = fixedBounds({ lower: -40, upper: 60, low: -25, high: 45, substitute: 30, digits: 2 })
function fixedBounds(bounds: Bounds): () => Bounds {
  return () => bounds
}
/** From a fiftieth of the mean flow to ten times as much. */
function flowBounds({ device }: Context): Bounds {
  const mean = device.dailyM3 / device.ratio / 24
  const lower = mean / 50
  return { lower, upper: mean * 10, low: mean / 30, high: mean * 8, substitute: mean * 9, digits: 4 }
}

const VERIFIED_EVERY_DAYS = 6 * 365
/** A device is verified where it is made, two years before it is put into use, and every six years from then on. */
const nextVerification = (installed: number, nowMs: number): number => {
  const first = installed - 2 * 365 * DAY_MS
  const every = VERIFIED_EVERY_DAYS * DAY_MS
  return dayOf(first + every * Math.ceil((nowMs + DAY_MS - first) / every))
}

const GASES: readonly [string, string, number, number][] = [
  ['Метан', 'Methane', 92, 97],
  ['Этан', 'Ethane', 1.5, 4],
  ['Пропан', 'Propane', 0.3, 1.2],
  ['Н-бутан', 'n-Butane', 0.05, 0.3],
  ['И-бутан', 'i-Butane', 0.05, 0.25],
  ['Пентаны', 'Pentanes', 0.01, 0.1],
  ['Азот', 'Nitrogen', 0.4, 1.4],
  ['Диоксид углерода', 'Carbon dioxide', 0.02, 0.3],
  ['Кислород', 'Oxygen', 0.001, 0.02],
  ['Гелий', 'Helium', 0.005, 0.03],
]

const ITEMS: readonly Item[] = [
  ['Модель', 'Model', null, (at) => at.device.brand],
  ['Заводской номер', 'Serial number', null, (at) => serialNumber(at.seed, at.device, at.nowMs)],
  ['Версия ПО', 'Firmware version', null, (at) => `${2 + at.version}.${at.device.index % 10}.1`],
  [
    'Контрольная сумма ПО',
    'Firmware checksum',
    null,
    (at) => `0x${hash(at.seed, SALT.setting, at.version, 900).toString(16).toUpperCase().padStart(8, '0')}`,
  ],
  ['Дата ввода в эксплуатацию', 'Put into use', null, (at) => formatDay(dayOf(installedMs(at.device.index)))],
  [
    'Дата установки счётчика',
    'Meter installed',
    null,
    (at) => formatDay(dayOf(lastExchangeMs(at.seed, at.device, at.nowMs) ?? installedMs(at.device.index))),
  ],
  ['Межповерочный интервал', 'Verification interval', 'лет', fixed('6')],
  [
    'Дата очередной поверки',
    'Next verification',
    null,
    ({ device, nowMs }) => formatDay(nextVerification(installedMs(device.index), nowMs)),
  ],
  ['Наименьший расход Qmin', 'Minimum flow Qmin', 'м³/ч', (at) => (at.device.dailyM3 / at.device.ratio / 24 / 50).toFixed(4)],
  ['Контрактный час', 'Contract hour', 'ч', fixed('10')],
  ['Часовой пояс', 'Time zone', null, fixed('UTC+3')],
  ['Летнее время', 'Summer time', null, fixed('0')],
  ['Коррекция часов за сутки', 'Clock correction a day', 'с', own(10, -4, 4, 1)],
  ['Период опроса датчиков', 'Sensor period', 'с', fixed('20')],
  ['Стандартное давление', 'Standard pressure', 'МПа', fixed('0.101325')],
  ['Стандартная температура', 'Standard temperature', '°С', fixed('20.00')],
  ['Барометрическое давление', 'Barometric pressure', 'кПа', changing(12, 98, 102, 2)],
  [
    'Метод расчёта коэффициента сжимаемости',
    'Compressibility method',
    null,
    (at) => (at.version % 2 === 0 ? 'ГОСТ 30319.2-2015' : 'ГОСТ 30319.3-2015'),
  ],
  ['Плотность газа', 'Gas density', 'кг/м³', changing(13, 0.68, 0.74, 4)],
  ['Теплота сгорания низшая', 'Net calorific value', 'МДж/м³', changing(14, 33.2, 34.6, 2)],
  ['Теплота сгорания высшая', 'Gross calorific value', 'МДж/м³', changing(15, 36.9, 38.3, 2)],
  ...GASES.map(([ru, en, from, to], n): Item => [`Состав газа: ${ru}`, `Gas composition: ${en}`, '% мол.', changing(20 + n, from, to, 3)]),
  ...limit('Давление', 'Pressure', 'МПа', 40, PRESSURE),
  ...limit('Температура', 'Temperature', '°С', 50, TEMPERATURE),
  ...limit('Рабочий расход', 'Working flow', 'м³/ч', 60, flowBounds),
  ['Вес импульса', 'Pulse weight', 'м³/имп', (at) => (1 / at.device.type.volumeSteps).toString()],
  ['Порог чувствительности', 'Flow threshold', 'м³/ч', own(70, 0.1, 2, 2)],
  ['Договорной расход', 'Contract flow', 'м³/ч', changing(71, 100, 600, 0)],
  ['Учёт при обратном потоке', 'Count reverse flow', null, fixed('нет')],
  ['Диаметр условного прохода', 'Nominal diameter', 'мм', (at) => String([50, 80, 100, 150, 200][at.device.index % 5])],
  ['Абонентский номер SIM 1', 'SIM 1 number', null, (at) => phone(at.seed, at.device.index)],
  ['Абонентский номер SIM 2', 'SIM 2 number', null, fixed('')],
  ['APN', 'APN', null, fixed('telemetry.gas')],
  ['Адрес сервера', 'Server address', null, (at) => `10.${at.device.index % 200}.0.${1 + at.version}`],
  ['Порт сервера', 'Server port', null, fixed('4059')],
  ['Расписание сеансов', 'Session schedule', null, (at) => (at.device.index % 3 === 0 ? '0 2,14 * * *' : '0 2 * * *')],
  ['Число попыток соединения', 'Connection attempts', null, fixed('5')],
  ['Пауза между попытками', 'Pause between attempts', 'с', fixed('180')],
  ['Сетевой адрес прибора', 'Device address', null, (at) => String(1 + (at.device.index % 247))],
  ['Скорость интерфейса', 'Interface speed', 'бод', fixed('9600')],
  ['Пароль потребителя изменён', 'Consumer password changed', null, fixed('да')],
  ['Калибровочный замок', 'Calibration lock', null, fixed('закрыт')],
  ['Номер пломбы', 'Seal number', null, changing(80, 100_000, 999_999, 0)],
]

/** 'Configuration record (archive_type settings)': what the device is set to at `nowMs`. Units may be null or ''. */
export function settings(seed: number, index: number, nowMs: number, peculiar?: Peculiar): Listing<WireSetting> {
  const device = deviceAt(seed, index, peculiar)
  const firstMs = EPOCH_MS + (hash(seed, SALT.setting, index) % CHANGED_EVERY_DAYS) * DAY_MS
  const changedMs = lastOccurrence(nowMs, firstMs, CHANGED_EVERY_DAYS)
  const version = changedMs === undefined ? 0 : 1 + Math.round((changedMs - firstMs) / (CHANGED_EVERY_DAYS * DAY_MS))
  const at: Context = { seed, device, version, nowMs }
  const english = device.type.language === 'en'
  return fromArray(
    ITEMS.map(([ru, en, unit, value]) => ({
      channel_name: english ? en : ru,
      channel_data_value: storySetting(device.story, ru, nowMs) ?? value(at),
      unit_name: unit,
    })),
  )
}

const storySetting = (story: Story | undefined, name: string, nowMs: number): string | undefined => {
  const { from, values } = story?.settingsLater ?? { from: Infinity, values: {} }
  return (nowMs >= from ? values[name] : undefined) ?? story?.settings?.[name]
}
