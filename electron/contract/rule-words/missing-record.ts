import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Missing record',
    definition:
      "A record that is due by now is not in the book; records missing in a row are one finding, whatever the cause of each. A gas day has 24 hours, and 23 or 25 where the clocks change. Nothing is due before the archive's own beginning, after the last day that is over, or of an archive whose rhythm is not known. What the device has not transmitted yet is not missing, and neither is what is due after the service was last asked: silence and an archive at risk are findings of their own. Days between that nobody asked for are missing.",
    needs: 'An hourly, daily or monthly archive, and which of its days were asked for.',
  },
  ru: {
    name: 'Пропуск',
    definition:
      'Запись, которая уже должна быть, в книге отсутствует; пропуски подряд — одно замечание, какой бы ни была причина каждого. В газовых сутках 24 часа, а при переводе часов — 23 или 25. Записей не ждут до начала самого архива, после последних завершённых суток и от архива с неизвестным ритмом. То, что прибор ещё не передал, и то, что позже последнего запроса к сервису, — не пропуск: о молчании и об архиве, который затрётся, есть свои замечания. Дни посередине, которые никто не запрашивал, — пропуск.',
    needs: 'Часовой, суточный или месячный архив и сведения о том, какие его дни запрашивались.',
  },
}
