import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Missing record',
    definition:
      "A record that is due by now is not in the book; records missing in a row are one finding, whatever the cause of each. A gas day has 24 hours, and 23 or 25 where the clocks change. Nothing is due before the archive's own beginning, after the last day that is over, or of an archive whose rhythm is not known.",
    needs: 'An hourly, daily or monthly archive, and which of its days were asked for.',
  },
  ru: {
    name: 'Пропуск',
    definition:
      'Запись, которая уже должна быть, в книге отсутствует; пропуски подряд — одно замечание, какой бы ни была причина каждого. В газовых сутках 24 часа, а при переводе часов — 23 или 25. Записей не ждут до начала самого архива, после последних завершённых суток и от архива с неизвестным ритмом.',
    needs: 'Часовой, суточный или месячный архив и сведения о том, какие его дни запрашивались.',
  },
}
