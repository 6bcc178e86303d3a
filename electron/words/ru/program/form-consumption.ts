import { days, number, say } from './counts.ts'
import terms from '../terms.ts'

export interface Meter {
  serial: string
  counter: string
}

const hours = (count: number) => say(count, { one: '# час', few: '# часа', many: '# часов', other: '# часа' })
const ofHours = (count: number) => say(count, { one: '# часа', few: '# часов', many: '# часов', other: '# часов' })
const inDays = (count: number) =>
  say(count, { one: '# газовых сутках', few: '# газовых сутках', many: '# газовых сутках', other: '# газовых сутках' })

/** Формы газопотребления. */
export default {
  column: {
    day: terms.gasDay,
    month: terms.month,
    standard: 'Vст',
    working: 'Vраб',
    counter_from: 'на начало',
    counter_to: 'на конец',
    pressure_min: 'мин',
    pressure_mean: terms.meanInShort,
    pressure_max: terms.maxInShort,
    temperature_min: 'мин',
    temperature_mean: terms.meanInShort,
    temperature_max: terms.maxInShort,
    hours: 'Часов',
    hours_received: 'получено',
    hours_due: 'всего',
    abnormal: terms.abnormalTime,
    abnormal_volume: 'V в НС',
    substitutes: 'Подстановка',
    note: 'Примечание',
  },
  over: {
    counter: 'Показания счётчика',
    workingCounter: 'Показания счётчика (раб.)',
    pressure: 'P',
    temperature: 'T',
  },
  note: {
    noNumber: 'нет значения',
    lacks: (count: number) => `нет ${ofHours(count)}`,
    workingLacks: (count: number) => `рабочий объём: нет ${ofHours(count)}`,
    daily: (count: number) => `${hours(count)} по суточной записи`,
    counter: (count: number) => `${hours(count)} по счётчику`,
    notOver: 'не завершено',
    partOf: (from: string, to: string) => `часть месяца: ${from} – ${to}`,
    inHours: (hours: string) => `${hours}\u00a0ч`,
    inMinutes: (minutes: string) => `${minutes}\u00a0мин`,
    inSeconds: (seconds: string) => `${seconds}\u00a0с`,
    records: (count: number) => say(count, { one: terms.recordCounted, few: '# записи', many: '# записей', other: terms.recordsCounted }),
    m3: (m3: string) => `${m3}\u00a0м³`,
    goesOn: 'продолжение',
    finding: (rule: string, detail: string | null, count: number, measures: string) =>
      `${rule}${detail ? ` (${detail})` : ''}${count > 1 ? ` ×${count}` : ''}${measures && `: ${measures}`}`,
  },
  notEvaluated: 'не оценено',
  /** Строки между периодами. */
  row: {
    hole: 'пропуск',
    month: terms.monthInText,
    exchange: 'замена счётчика',
    byCounter: (from: string, to: string, count: number) => `${from} – ${to}: ${hours(count)} по счётчику`,
    byMonth: (from: string, to: string, count: number) => `${from} – ${to}: ${hours(count)} по месячной записи`,
    between: (from: string, to: string) => `между ${from} и ${to}`,
    ofRecord: (value: string, at: string) => `${value} (запись ${at})`,
    exchanged: (at: string, old: Meter, next: Meter) =>
      `${at}: снят № ${old.serial}, показание ${old.counter}; установлен № ${next.serial}, показание ${next.counter}`,
  },
  caption: {
    day: (unit: string) => `Газопотребление по газовым суткам, ${unit}; бледные — не хватает часов или сутки не завершены`,
    month: (unit: string) => `Газопотребление по месяцам, ${unit}; бледные — не хватает часов или месяц не завершён`,
    carpet: (least: string, most: string, unit: string) =>
      `Часы газовых суток: от ${least} (бледные) до ${most} ${unit} (тёмные); пусто — нет значения`,
  },
  statement: {
    head: (there: number, expected: number, share: string) => `${number(there)} из ${ofHours(expected)} (${share} %)`,
    hours: (received: number, expected: number) =>
      received === expected
        ? `Данные полные: за каждый час периода есть собственная запись (${hours(expected)}).`
        : `По собственным записям: ${number(received)} из ${ofHours(expected)}.`,
    byCounter: (count: number) =>
      `По счётчику, показания которого есть до и после: ${hours(count)} без собственных записей; прошедший газ вошёл в итог.`,
    byDaily: (count: number) => `По записи газовых суток: ${hours(count)} без собственных записей; прошедший газ вошёл в итог.`,
    lacks: (lacking: number, expected: number) =>
      `Неизвестно: ${number(lacking)} из ${ofHours(expected)}. Прошедший за это время газ в итог не вошёл и не оценивался.`,
    empty: (list: string) => `Нет ни одного значения: ${list}.`,
    daily: (count: number) => `По суточной записи, потому что часов не хватает: ${days(count)}.`,
    counter: (count: number) => `В ${inDays(count)} расход за пропущенные часы определён по счётчику.`,
    between:
      'Расход за пропуск на границе периодов, определённый по счётчику, стоит отдельной строкой за периодом, в котором пропуск начался.',
    notOver: (at: string) => `На момент печати (${at}) период не завершён.`,
    counters: (difference: string, total: string, rest: string) =>
      `Показания на конец минус показания на начало: ${difference} м³; итого: ${total} м³; расхождение: ${rest} м³.`,
    countersOfMeters: (difference: string, total: string, rest: string) =>
      `Показания на конец минус показания на начало, по каждому счётчику: ${difference} м³; итого: ${total} м³; расхождение: ${rest} м³.`,
    noCounters: 'Показаний на начало или на конец периода в книге нет, либо счётчик уменьшился: с итогом они не сопоставлены.',
    peaks: {
      both: (hour: string, day: string) => `Наибольший час: ${hour}; наибольшие газовые сутки: ${day}.`,
      hour: (hour: string) => `Наибольший час: ${hour}; ни одни газовые сутки не известны целиком.`,
      day: (day: string) => `Наибольшие газовые сутки: ${day}; ни один час сам по себе не известен, поэтому наибольший час не указан.`,
      at: (m3: string, when: string) => `${m3} м³, ${when}`,
      lacks: (count: number) => ` (из них неизвестно: ${hours(count)})`,
    },
    counterUnit: 'Единица показаний счётчика неизвестна: они приведены, как их передал прибор, и с итогом не сопоставлены.',
    channels: (list: string) => `Взято из каналов: ${list}.`,
    workingOnly: 'Прибор не считает стандартный объём: все объёмы — при рабочих условиях.',
    means: {
      day: (count: number) =>
        count === 0 ? 'Полных газовых суток нет: среднее не указано.' : `Среднее — за полные газовые сутки, их ${number(count)}.`,
      month: (count: number) =>
        count === 0 ? 'Полных месяцев нет: среднее не указано.' : `Среднее — за полные месяцы, их ${number(count)}.`,
    },
    betweenHours: {
      part: (count: number) => `Записи между часами: ${number(count)}; это части своих часов, они учтены вместе с ними.`,
      again: (count: number) => `Записи между часами: ${number(count)}; их часы уже содержат их, повторно они не учтены.`,
      unknown: (count: number) =>
        `Записи между часами: ${number(count)}; ни счётчик, ни суточная запись не говорят, содержат ли их часы, поэтому они не учтены.`,
    },
    rounded: 'Числа округлены только для печати; итоги и средние — по неокруглённым значениям.',
    gauges: {
      hour: (names: readonly string[]) => `Средние ${names.join(' и ')} — по часовым записям.`,
      day: (names: readonly string[]) => `Средние ${names.join(' и ')} — по суточным записям: минимума и максимума в них нет.`,
    },
    abnormalVolume: 'Объём в НС — за часы нештатной ситуации; объём часа или пропуска, занятого ею частично, взят пропорционально.',
    without: {
      no_device: 'Газопотребления нет: сервис не называет прибора на этом узле.',
      no_archive: 'Газопотребления нет: в книге нет ни часового, ни суточного, ни месячного архива узла.',
      no_volume: 'Газопотребления нет: ни один канал архивов не опознан как объём.',
      unknown_unit: 'Газопотребления нет: единица объёма неизвестна.',
      no_records: 'Газопотребления нет: в книге нет записей узла.',
    },
  },
}
