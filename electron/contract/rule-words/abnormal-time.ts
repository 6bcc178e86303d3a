import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Abnormal time',
    definition:
      "The time that situations lasted in a gas day, overlaps counted once, differs from what the device's own daily summary says. A day without a summary is not judged, nor is one whose summary says more than a day has, nor one before the end of a situation that is older than the log.",
    needs: 'Situations (nesht) and their daily summaries (nesht_svod).',
  },
  ru: {
    name: 'Время НС',
    definition:
      'Время нештатных ситуаций за газовые сутки (наложения считаются один раз) не совпадает с суточной сводкой самого прибора. Сутки без сводки не проверяются, как и сутки, о которых сводка сообщает больше времени, чем в них есть, и сутки до окончания ситуации, начало которой журнал не застал.',
    needs: 'Нештатные ситуации (nesht) и их суточная сводка (nesht_svod).',
  },
}
