import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Missing record',
    definition:
      "A record that is due by now is not in the book; records missing in a row are one finding, whatever the cause of each. A gas day has 24 hours, and 23 or 25 where the clocks change. Nothing is due before the archive's first record but what was asked for and not answered, after the last day that is over or the last moment that was asked for, or of an archive whose rhythm is not known. What the device has not transmitted yet is not missing, unless it goes on from records that are: then it is one hole with them. Silence and an archive at risk are findings of their own. Days between that nobody asked for are missing.",
    needs: 'An hourly, daily or monthly archive, and which of its days were asked for.',
  },
  ru: {
    name: 'Пропуск',
    definition:
      'Запись, которая уже должна быть, в книге отсутствует; пропуски подряд — одно замечание, какой бы ни была причина каждого. В газовых сутках 24 часа, а при переводе часов — 23 или 25. Записей не ждут до первой записи архива (кроме запрошенных дней, на которые сервис не ответил), после последних завершённых суток и последнего запроса к сервису и от архива с неизвестным ритмом. То, что прибор ещё не передал, — не пропуск, если только оно не продолжает пропуск: тогда это одна дыра. О молчании и об архиве, который затрётся, есть свои замечания. Дни посередине, которые никто не запрашивал, — пропуск.',
    needs: 'Часовой, суточный или месячный архив и сведения о том, какие его дни запрашивались.',
  },
}
