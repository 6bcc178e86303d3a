import type { CountedNoun } from '../../plural.ts'
import evidence from './evidence.ts'
import formData from './form-data.ts'
import formConsumption from './form-consumption.ts'
import forms from './forms.ts'
import workbook from './workbook.ts'
import terms from '../terms.ts'

/** What the program says and the window does not. */
export default {
  /** The data of reports. */
  formData,
  /** Reports on paper. */
  forms,
  formConsumption,
  workbook,
  evidence,
  /** The noun of a counted number, by the category of Intl.PluralRules. */
  stations: { one: terms.stationInText, few: 'станции', many: 'станций', other: 'станции' } as CountedNoun,
  /** The desktop's menu and dialogs. */
  menu: {
    file: terms.file,
    'open-book': 'Открыть книгу…',
    'open-recent': 'Открыть недавнюю',
    'close-book': 'Закрыть книгу',
    export: terms.exportOfMenu,
    'sign-out': 'Выйти из учётной записи',
    preferences: 'Настройки…',
    quit: 'Выход',
    edit: 'Правка',
    undo: terms.undo,
    redo: 'Повторить',
    cut: 'Вырезать',
    copy: 'Копировать',
    paste: 'Вставить',
    selectAll: 'Выделить всё',
    view: terms.view,
    find: 'Найти…',
    resetZoom: 'Обычный размер',
    zoomIn: 'Крупнее',
    zoomOut: 'Мельче',
    togglefullscreen: 'Во весь экран',
    help: 'Справка',
    guide: terms.guide,
    keys: terms.keys,
    about: terms.aboutMeterbook,
    'show-log': terms.showTheLog,
    diagnostics: terms.saveDiagnostics,
    books: 'Книги Meterbook',
    'not-replaced': 'Новую версию не удалось поставить на место этой; эта осталась прежней.',
    notReplacedHint:
      'Причина записана в журнале: выберите «Справка» → «Показать журнал программы». Повторить можно в настройках, в разделе «Обновления».',
    stopped: 'Часть Meterbook, которая ведёт книгу, остановилась.',
    kept: 'Всё записанное сохранено.',
    restart: 'Запустить снова',
    pageGone: 'Окно отказало три раза за минуту, поэтому больше не загружается само.',
    loadAgain: 'Загрузить снова',
    unresponsive: 'Окно не отвечает.',
    unresponsiveHint: 'Возможно, оно занято. Всё записанное сохранится при любом выборе.',
    wait: 'Подождать',
    crashed: 'Meterbook завершился из-за собственной ошибки.',
    crashedHint: 'Что произошло, записано в журнале: после следующего запуска выберите «Справка» → «Сохранить диагностику…».',
  },
  /** What the operating system says when a download has ended. */
  notice: {
    done: 'Загрузка завершена',
    missing: 'Загрузка завершена, но получено не всё',
    records: (count: string) => `Получено записей: ${count}`,
    added: (count: string) => `Новых записей: ${count}`,
    brought: {
      settings: (count: string) => `изменено настроек: ${count}`,
      corrected: (count: string) => `исправлено записей: ${count}`,
      findings: (count: string) => `новых замечаний: ${count}`,
      devices: (count: string) => `заменено приборов: ${count}`,
    },
    failed: (count: string) => `Не удалось задач: ${count}; причины — на экране «Загрузки»`,
    backupsLate: 'Неделю нет резервной копии',
    backupsLateWhy: 'Книга изменилась, а копию сделать не удалось; причина — в настройках',
  },
  /** Why the browser host does not answer a request. */
  refusal: {
    key: 'Эта страница открывается только по адресу, который Meterbook напечатал при запуске, и этот адрес действует один раз. Запустите Meterbook снова и откройте напечатанный адрес.',
    used: 'Этот адрес уже использован, а действует он один раз. Если вы его ещё не открывали, его увидел кто-то другой на этом компьютере: завершите Meterbook, запустите его снова и откройте напечатанный адрес.',
    stranger: 'Этот запрос пришёл с другого сайта или имени, а Meterbook отвечает только своей странице.',
    missing: 'По этому адресу ничего нет. Файл можно скачать один раз.',
    method: 'Здесь можно только читать.',
    large: 'Запрос слишком большой.',
    unbuilt: 'Экраны ещё не собраны. Выполните npm run build и обновите страницу.',
  },
}
