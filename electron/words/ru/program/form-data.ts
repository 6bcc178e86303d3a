import { days, number, say } from './counts.ts'
import type { Meter } from './form-consumption.ts'
import terms from '../terms.ts'
import verifications from '../verifications.ts'

const snapshots = (count: number) =>
  say(count, { one: '# снимок', few: '# разных снимка', many: '# разных снимков', other: '# разного снимка' })

/** Что говорят части отчётов: столбцы, итоги, сведения. */
export default {
  exchange: {
    at: (at: string, old: Meter, next: Meter) =>
      `Прибор заменён ${at}: № ${old.serial}, последнее показание ${old.counter}; № ${next.serial}, первое показание ${next.counter}.`,
    between: (since: string, at: string, hours: number, old: Meter, next: Meter) =>
      `Прибор заменён между ${since} и ${at}: № ${old.serial}, последнее показание ${old.counter}; № ${next.serial}, первое показание ${next.counter}. Без учёта: ${number(hours)} ч.`,
  },
  coverage: {
    head: (known: number, all: number, isCalendar: boolean) =>
      `${number(known)} из ${say(all, { one: isCalendar ? '# суток' : '# газовых суток', other: isCalendar ? '# суток' : '# газовых суток' })}${all > 0 && known < all ? ` (${Math.floor((known / all) * 100)} %)` : ''}`,
    nothingAsked: 'ничего не запрашивалось',
    noDevice: 'Сервис не называет прибора на этом узле: запрашивать нечего.',
    quoted: (name: string) => `«${name}»`,
    counts: (asked: number, all: number, parts: string, isCalendar: boolean) =>
      `запрошено ${number(asked)} из ${say(all, { one: isCalendar ? '# суток' : '# газовых суток', other: isCalendar ? '# суток' : '# газовых суток' })}: ${parts}.`,
    state: {
      fetched: (count: number) => `с записями ${number(count)}`,
      empty: (count: number) => `без записей ${number(count)}`,
      partial: (count: number) => `неполных ${number(count)}`,
      not_transmitted: (count: number) => `ещё не передано ${number(count)}`,
      failed: (count: number) => `с ошибкой ${number(count)}`,
      never: (count: number) => `не запрашивалось ${number(count)}`,
    },
    neverAsked: (archives: string) => `Никогда не запрашивались: ${archives}.`,
    ahead: (count: number, isCalendar: boolean) =>
      `На момент печати ещё не начались: ${isCalendar ? say(count, { one: '# сутки', few: '# суток', many: '# суток', other: '# суток' }) : days(count)}.`,
  },
  findings: {
    found: (counts: string, rules: number, isOfPeriod: boolean) =>
      `${isOfPeriod ? 'Замечания за период' : 'Замечания'}: ${counts}. Оценено правил: ${rules}; по остальным из них замечаний нет.`,
    none: (rules: number, isOfPeriod: boolean) => `${isOfPeriod ? 'Замечания за период' : 'Замечания'}: нет (оценено правил: ${rules}).`,
    noneJudged: 'Замечания: не оценивались, данных не хватило ни одному правилу.',
    notEvaluated: (rules: string) => `Не оценивалось: ${rules}.`,
    neverJudged: 'Замечания: не оценивались, узел ещё не проверялся.',
    wrong: (count: number) => `Не учтено замечаний, помеченных как ошибочные: ${number(count)}.`,
    stale: (moment: string) => `После проверки (${moment}) поступили новые данные: замечания могут быть неполными.`,
  },
  events: {
    column: {
      number: terms.numberInOrder,
      time: terms.time,
      log: terms.log,
      code: terms.code,
      message: terms.message,
      value: terms.value,
      change: 'Изменение',
      pair: 'Начало – конец',
    },
    change: {
      both: (old: string, now: string) => `было ${old}, стало ${now}`,
      after: (now: string) => `стало ${now}`,
    },
    pair: {
      begin: (moment: string, lasting: string) => `начало; до ${moment} (${lasting})`,
      end: (moment: string, lasting: string) => `окончание; с ${moment} (${lasting})`,
      open: 'начало; не закрыта',
      again: (moment: string) => `повтор; начало ${moment}`,
      repeated: 'повтор',
      endOnly: 'окончание; начала в журнале нет',
    },
    caption: 'События каждого журнала за период: чем выше столбик, тем их больше',
    none: 'За период в книге нет ни одного события.',
    asCame: 'Коды, тексты и значения приведены так, как их передал прибор; начала и окончания сопоставлены программой.',
  },
  changes: {
    column: {
      time: terms.time,
      parameter: terms.parameter,
      old: 'Было',
      new: 'Стало',
      unit: terms.unitInShort,
      who: 'Кто',
      confirmed: 'Подтверждено настройками',
    },
    confirmed: {
      event_and_settings: terms.yes,
      event_and_conversion: 'нет; видно по объёмам',
      event_alone: 'нет: в настройках не видно',
      event_unchecked: 'не проверено: настройки до или после не снимались',
      settings_alone: 'только настройки, в журнале записи нет',
      settings_unchecked: 'только настройки, журнала за это время ещё нет',
      settings_and_conversion: 'настройки и объёмы, в журнале записи нет',
      conversion_alone: 'только объёмы',
    },
    since: (moment: string) => `позже ${moment}`,
    factor: 'Коэффициент приведения K по объёмам',
    group: {
      confirmed: 'В журнале, подтверждено настройками',
      event: 'В журнале, настройками не подтверждено',
      settings: 'Только в настройках',
      conversion: 'Только по объёмам',
    },
    none: 'За период изменений нет.',
    between:
      'Где журнал не называет момента, указано время, когда изменение замечено впервые; произошло оно позже времени, указанного рядом.',
    conversion: 'Изменение «по объёмам» — скачок отношения стандартного объёма к рабочему, которого не объясняют ни настройки, ни журнал.',
    settingsNever: 'Настройки никогда не запрашивались: подтвердить изменения нечем.',
    settingsRead: (count: number, first: string, last: string) =>
      `Настройки: ${snapshots(count)}, первый — ${first}, последняя сверка — ${last}.`,
  },
  abnormal: {
    column: {
      situation: terms.situation,
      count: 'Кол-во',
      first: 'Первое начало',
      last: 'Последнее окончание',
      total: 'Длительность, ч:мм:сс',
      longest: 'Наибольшая, ч:мм:сс',
      /** The units of durations, as in the headings above. */
      lasting: 'ч:мм:сс',
      share: '% периода',
      standard: 'Vст в НС, м³',
      working: 'Vраб в НС, м³',
      pressure: 'Подст. P',
      temperature: 'Подст. T',
      open: 'Не закрыта',
    },
    open: (count: number) => (count === 1 ? 'да' : `да: ${count}`),
    together: (log: string) => `${log}: всего, наложения учтены один раз`,
    summary: (text: string, count: number, byEvents: string) => `По сводке прибора: ${text} (${days(count)}; по событиям ${byEvents})`,
    impossibleSummary: (text: string, value: string) =>
      `Сводка прибора, как передана: ${text}: ${value}. Столько в сутках не бывает: не учтено и не проверено`,
    caption: (more: number) =>
      `Когда длились ситуации; заштрихованы не закрытые${more > 0 ? `; не показаны более короткие: ${number(more)}` : ''}`,
    none: 'За период ни одна ситуация не возникала и не длилась.',
    noneAsked: 'Архив нештатных ситуаций никогда не запрашивался: о них ничего не известно.',
    loneEnds: (count: number) =>
      `Закончились в периоде без начала в журнале: ${say(count, { one: '# ситуация', few: '# ситуации', many: '# ситуаций', other: '# ситуации' })}. Длительность неизвестна, в сводку не входит.`,
    openUnknown: (count: number, moment: string) =>
      `Не закрыто на момент, по который запрошен журнал (${moment}): ${say(count, { one: '# ситуация', few: '# ситуации', many: '# ситуаций', other: '# ситуации' })}. Закончились ли они позже, неизвестно; они посчитаны до конца периода, но не далее времени печати.`,
    noVolume: 'Объём в НС не указан: в книге нет часовых объёмов узла.',
    withoutHours: (hours: string) => `Из времени ситуаций на ${hours} ч нет часовых объёмов: объём в НС без них занижен.`,
    rules:
      'Длительность и объём — в пределах периода; объём часа или пропуска, занятого ситуацией частично, взят пропорционально. Подстановочные значения — из настроек на начало последней ситуации.',
  },
  reading: {
    column: {
      parameter: terms.parameter,
      read: 'Снято на месте',
      unit: terms.unitInShort,
      telemetry: 'По телеметрии',
      difference: terms.difference,
      allowed: 'Допускается',
      verdict: 'Результат',
    },
    taken: (at: string, serial: string | null) => (serial === null ? `Снято ${at}` : `Снято ${at}, прибор зав. № ${serial}`),
    remarks: 'Примечание',
    author: 'Записал',
    none: 'За период показания на месте не снимались.',
    rule: 'Телеметрия приведена на этот момент между двумя ближайшими записями прибора, пропорционально времени. Показание счётчика между ними считается в допуске: счётчик это значение прошёл. Для давления, температуры и коэффициента допуска нет.',
    copies: 'Составлен в двух экземплярах, по одному для каждой стороны.',
    photographs: (count: number) => `Фотографий в книге: ${number(count)}.`,
  },
  passport: {
    column: {
      section: terms.section,
      parameter: terms.parameter,
      value: terms.value,
      unit: terms.unitInShort,
      taken: terms.taken,
      previous: 'Предыдущее',
      changed: 'Изменено',
    },
    section: {
      station: terms.meteringUnit,
      consumer: terms.consumerOfGas,
      device: terms.device,
      identity: 'Настройки: заводские номера',
      limits: 'Настройки: пределы и уставки',
      substitutes: 'Настройки: подстановочные значения',
      conditions: 'Настройки: условия приведения',
      time: 'Настройки: время',
      verification: 'Настройки: поверка',
      other: 'Настройки: прочие',
    },
    field: {
      inn: terms.inn,
      subdivision: 'Тип абонента',
      providers: terms.providers,
      kind: terms.kindOfDevice,
      resource: terms.resource,
      telemetry: terms.telemetry,
      gasBoiler: terms.gasBoiler,
      gasStove: terms.gasStove,
      gasWaterHeater: terms.gasWaterHeater,
      residentCount: terms.residents,
      heatedArea: terms.heatedArea,
    },
    gone: 'больше нет',
    absent: 'не было',
    settings: 'Всего настроек',
    changedOnes: 'Из них изменены с первого снимка',
    goneOnes: 'Больше нет',
    noDevice: 'Сервис не называет прибора на этом узле: настроек нет.',
    neverTaken: 'Настройки никогда не запрашивались.',
    taken: (count: number, first: string, newest: string, checked: string | null) =>
      `Настройки: ${snapshots(count)}, первый — ${first}, последний — ${newest}; ${checked === null ? 'с тех пор не сверялись' : `последняя сверка без изменений — ${checked}`}.`,
    compared: (count: number) =>
      count === 0
        ? 'Между снимками не изменилось ничего, кроме порядка.'
        : `Между снимками изменено: ${say(count, { one: '# настройка', few: '# настройки', many: '# настроек', other: '# настройки' })}; «изменено» — когда новое значение замечено впервые.`,
    alone: 'Менялись ли настройки, неизвестно: снимок один.',
    asOf: (moment: string) => `Прибор и настройки — по состоянию на ${moment}; название, потребитель и контакты — нынешние.`,
  },
  verifications: {
    column: verifications.column,
    title: (count: number) => say(count, { one: '# прибор', few: '# прибора', many: '# приборов', other: '# прибора' }),
    dated: 'В календаре',
    known: (known: number, stations: number, unknown: number) =>
      `дата известна у ${number(known)} из ${number(stations)}${unknown > 0 ? `; неизвестна у ${number(unknown)}` : ''}`,
    sources:
      'Дата — следующая поверка из последних настроек, а если её нет — последняя поверка и интервал, а без них — внесённая вручную. Из нескольких приборов узла — ближайшая.',
    devices: 'Снятых приборов в календаре нет.',
    later: (count: number) => `Позже этих месяцев: ${number(count)}.`,
  },
  visits: {
    column: {
      rank: terms.numberInOrder,
      station: 'Узел',
      consumer: terms.consumerOfGas,
      coordinates: terms.coordinates,
      class: 'Срочность',
      reasons: terms.reasons,
      since: terms.since,
      atRisk: 'м³/сут под риском',
      battery: terms.battery,
      rssi: terms.rssi,
      lastSession: terms.lastSession,
      takeAlong: 'Взять',
      done: terms.doneMark,
    },
    title: (count: number) => say(count, { one: '# узел', few: '# узла', many: '# узлов', other: '# узла' }),
    /** `stations`: the title of the list that goes by rank. */
    tripTitle: (stations: string) => `Объезд: ${stations}`,
    ownOrder: 'Порядок: свой порядок объезда, номер — место в нём. Об узле без срочности сказать нечего.',
    asOf: 'По состоянию на',
    of: (visits: number, stations: number) => `выезд нужен на ${number(visits)} из ${say(stations, { one: '# узла', other: '# узлов' })}`,
    unknownUse: (count: number) => `обычный расход неизвестен: ${number(count)}`,
    others: (count: number) =>
      `О ${say(count, { one: '# другом выбранном узле', other: '# других выбранных узлах' })} сказать нечего: в план не входят.`,
    noOthers: 'В плане все выбранные узлы.',
    order:
      'Порядок: по срочности (в классе A сначала опасное для людей и недавнее), затем по произведению вероятности, обычного расхода (м³/сут) и числа суток под риском; где обычный расход неизвестен — медиана класса. Номер — место среди всех узлов книги.',
    raw: 'Батарея и RSSI приведены так, как их передаёт сервис (медиана за 30 дней); единица батареи неизвестна.',
    judged: (judged: number, all: number, stale: number, moment: string | null) =>
      `Замечания: проверено ${number(judged)} из ${say(all, { one: '# узла', other: '# узлов' })} книги${moment === null ? '' : `, последний ${moment}`}${stale > 0 ? `; у ${number(stale)} замечаний нет или они устарели` : ''}.`,
  },
  balance: {
    column: {
      period: terms.period,
      input: terms.inputInCubicMetres,
      output: terms.outputInCubicMetres,
      difference: terms.differenceInCubicMetres,
      percent: terms.differenceInPercent,
      uncertainty: 'Неопределённость ±, м³',
      beyond: 'Вне',
      hours: terms.hoursCompared,
      hours_compared: 'сравнимо',
      hours_all: 'всего',
    },
    branch: terms.branchOfTheNetwork,
    none: 'Ветки нет',
    noBranch: 'Ни одна из выбранных станций не входит в ветку. Ветки рисуют на экране «Баланс».',
    compared: (compared: number, all: number) =>
      `сравнено ${number(compared)} из ${say(all, { one: '# часа', other: '# часов' })}${all > 0 && compared < all ? ` (${Math.floor((compared / all) * 100)} %)` : ''}`,
    member: (name: string, m3: string | null, limit: string, isUsual: boolean) =>
      `${name}${m3 === null ? '' : ` ${m3} м³`} (предел погрешности ${limit} %${isUsual ? ', не введён' : ''})`,
    goesIn: (members: string) => `На входе: ${members}.`,
    goesOut: (members: string) => `На выходе: ${members}.`,
    method: (k: number, cell: 'hour' | 'day') =>
      `Сравниваются ${cell === 'hour' ? 'часы' : 'газовые сутки'}, за которые есть число у каждой станции. Неопределённость — ${k}·√Σ(uᵢVᵢ)², где uᵢ — предел погрешности прибора станции, Vᵢ — её объём за то же время.`,
    verdict: (isBeyond: boolean, difference: string, uncertainty: string) =>
      `За весь период небаланс ${difference} м³ — ${isBeyond ? 'больше' : 'в пределах'} ${uncertainty} м³, которые объясняют приборы.`,
    nothing: 'Сравнить нечего: нет времени, за которое есть число у каждой станции.',
    without: (name: string, why: string) => `${name}: ${why}.`,
    greatest: (hours: string) => `Наибольшая доля небаланса, по началу: ${hours}.`,
    hour: (at: string, m3: string, share: string) => `${at} ${m3} м³ (${share} %)`,
    caption: 'Вход минус выход, м³; пунктир — неопределённость',
  },
}
