import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Archive at risk',
    definition:
      "The oldest record that is not fetched yet is nearly as old as the device's archive is deep: soon the device writes over it. What the service was asked for and does not have is not at risk.",
    needs: "The depth of the device's archive, known for its type or given by you, and what has been fetched.",
  },
  ru: {
    name: 'Архив затрётся',
    definition:
      'Самая старая ещё не полученная запись почти достигла глубины архива прибора: скоро прибор её затрёт. То, что у сервиса запросили и чего у него нет, риском не считается.',
    needs: 'Глубина архива прибора (известная для типа или заданная вами) и сведения о том, что уже получено.',
  },
}
