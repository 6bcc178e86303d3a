import from from '../clock.ts'
import terms from '../terms.ts'

export default {
  zone: terms.timeZone,
  hour: terms.contractHour,
  hourAt: '{hour}, начало газовых суток',
  ofStation: 'Время станции',
  ofStationHint: 'Время, газовые сутки и суммы на этой странице',
  ofBook: 'Часовой пояс этой книги',
  ofBookHint: 'Для всех её станций, кроме тех, у которых пояс задан отдельно; хранится в книге',
  hourOfBook: 'Начало газовых суток этой книги',
  hourOfBookHint: 'Для всех её станций, кроме тех, у которых час задан отдельно',
  inherit: { book: 'Как в книге: {value}', preferences: 'Как в настройках: {value}' },
  from: { ...from, preferences: 'в книге не задан: из настроек программы' },
  deviceSays: {
    zone: 'В настройках прибора указан пояс {said}',
    hour: 'В настройках прибора указан контрактный час {said}',
  },
  findZone: 'Город или пояс',
  nothingFound: 'Нет такого города или пояса',
}
