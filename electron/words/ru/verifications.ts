import terms from './terms.ts'

/** Календарь поверок: в окне, на бумаге, в программах-календарях. */
export default {
  title: 'Календарь поверок',
  category: 'Поверка',
  summary: (station: string) => `Поверка: ${station}`,
  serial: (serial: string) => `Заводской номер ${serial}`,
  overdue: 'Просрочены',
  unknown: 'Дата неизвестна',
  column: {
    number: terms.numberInOrder,
    month: terms.month,
    day: 'Поверен до',
    left: 'Осталось суток',
    station: terms.station,
    consumer: terms.consumer,
    serial: terms.serialNumber,
    from: 'Откуда дата',
    done: terms.doneMark,
  },
  from: {
    next: 'настройки прибора',
    interval: 'последняя поверка и интервал в настройках',
    typed: 'внесена вручную',
  },
  why: {
    no_device: 'сервис не называет прибора',
    no_settings: 'в книге нет настроек',
    no_verification: 'даты нет в настройках и никто её не внёс',
  },
}
