import type { WorkKind } from '../../../contract/work-words.ts'

/** Долгая работа над файлами в строке состояния. */
export default {
  list: 'Что сейчас делается',
  several: 'Идёт {n} работа | Идут {n} работы | Идёт {n} работ',
  of: {
    export: 'Выгрузка',
    report: 'Отчёт',
    evidence: 'Доказательства',
    verify: 'Проверка доказательств',
    share: 'Передача',
    merge: 'Объединение',
    lake: 'Озеро данных',
  } satisfies Record<WorkKind, string>,
  far: '{done} из {total}',
  since: 'уже {time}',
  ending: 'Прекращается…',
  cancel: 'Отменить',
  cancelOf: 'Отменить «{title}»',
  cancelled: 'Отменено: ничего не осталось.',
}
