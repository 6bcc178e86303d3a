import type { LogoFault } from '../../contract/logo.ts'
/** Отчёты на бумаге. */
export default {
  heads: {
    supplier: 'Поставщик',
    consumer: 'Абонент',
    inn: 'ИНН',
    contract: 'Договор №',
    unit: 'Узел учёта',
    device: 'Прибор',
    serial: 'Зав. №',
    limits: 'Пределы измерений',
    pressure_basis: 'Давление',
    conditions: 'Стандартные условия',
    verification: 'Поверка действительна до',
    contract_hour: 'Контрактный час',
    zone: 'Часовой пояс',
    period: 'За период',
    completeness: 'Полнота',
    book: 'Книга',
  },
  signatures: {
    responsible: 'Ответственный за учёт',
    representative: 'Представитель обслуживающей организации',
  },
  signHere: { signature: 'подпись', name: 'Ф. И. О.', date: 'дата' },
  none: '—',
  basis: { absolute: 'абсолютное', gauge: 'избыточное', byVolumes: (basis: string) => `${basis}, по объёмам` },
  contractOf: (number: string, day: string) => `${number} от ${day}`,
  all: 'всё, что есть',
  span: (from: string, to: string) => `${from} – ${to}`,
  page: (page: string, pages: string) => `Страница ${page} из ${pages}`,
  sheet: (sheet: string, sheets: string) => `лист ${sheet} из ${sheets}`,
  printed: (at: string) => `Отпечатан ${at}`,
  ruleSet: (digest: string) => `набор правил ${digest}`,
  evidence: (hash: string) => `Доказательство SHA-256 ${hash}`,
  logoLeftOut: (fault: LogoFault) =>
    `Логотип из книги не напечатан: ${fault === 'too-large' ? 'он больше 1,5 млн точек или 500 кБ' : 'это не картинка, которую можно прочитать'}. Выберите его заново в шапке отчётов.`,
  deviceSays: {
    zone: (said: string) => `В настройках прибора указан часовой пояс ${said}: отчёт составлен по другому.`,
    hour: (said: string) =>
      `В настройках прибора указан контрактный час ${said} (по часам прибора): здесь газовые сутки начинаются в другой час.`,
  },
  stated: 'Сведения',
  madeBy: 'Составлено',
  empty: 'Показывать нечего.',
  total: 'Итого',
  mean: 'Среднее',
  problems: {
    unread: (reason: string) => `Файл не удаётся прочитать${reason && ` (${reason})`}.`,
    syntax: (line: string, what: string) => `Строка ${line}: это не удаётся прочитать как YAML: ${what}.`,
    notAMap: (line: string, where: string) => `Строка ${line}: ${where} — здесь нужен список имён со значениями.`,
    unknownKey: (line: string, what: string, known: string) =>
      `Строка ${line}: в форме здесь не бывает «${what}». Возможны: ${known}.`,
    missing: (line: string, what: string) => `Строка ${line}: не хватает «${what}».`,
    notOneOf: (line: string, what: string, known: string) =>
      `Строка ${line}: «${what}» неизвестно. Возможны: ${known}.`,
    unknownColumn: (line: string, what: string, known: string) =>
      `Строка ${line}: в этих данных нет столбца «${what}». Есть: ${known}.`,
    twice: (line: string, what: string) => `Строка ${line}: «${what}» встречается здесь второй раз.`,
    notAText: (line: string, what: string) => `Строка ${line}: «${what}» должно быть текстом.`,
    notANumber: (line: string, what: string, least: string, most: string) =>
      `Строка ${line}: «${what}» должно быть числом от ${least} до ${most}.`,
    notAList: (line: string, what: string) =>
      `Строка ${line}: «${what}» должно быть списком, каждый пункт — на строке с дефисом.`,
    notYesOrNo: (line: string, what: string) => `Строка ${line}: «${what}» должно быть true или false.`,
    noColumns: (line: string) => `Строка ${line}: в форме должен быть хотя бы один столбец.`,
  },
}
