import terms from '../terms.ts'

/** Долгая работа над файлами в строке состояния. */
export default {
  list: 'Что сейчас делается',
  several: 'Идёт {n} работа | Идут {n} работы | Идёт {n} работ',
  of: {
    export: terms.exporting,
    report: terms.report,
    evidence: terms.evidence,
    verify: 'Проверка доказательств',
    share: 'Передача',
    merge: 'Объединение',
    lake: 'Озеро данных',
    import: terms.fileByCable,
    backup: terms.backup,
    migration: 'Книга приводится к этой версии, сначала делается копия',
    recovery: 'Восстановление повреждённой книги',
    update: 'Новая версия',
  },
  far: terms.doneOfTotal,
  since: terms.forSoLong,
  ending: 'Прекращается…',
  cancel: terms.cancelWork,
  cancelOf: 'Отменить «{title}»',
  cancelled: 'Отменено: ничего не осталось.',
}
