import type { Progress } from '../contract/downloads.ts'

/** A word outside the window. */
export interface Notice {
  title: string
  body: string
}

/** What the operating system says when a download has ended, in the user's language. */

const WORDS = {
  en: {
    done: 'Download finished',
    missing: 'Download finished, but something is missing',
    records: (count: string) => `${count} records fetched`,
    failed: (count: string) => `${count} tasks failed; the Downloads screen says why`,
  },
  ru: {
    done: 'Загрузка завершена',
    missing: 'Загрузка завершена, но получено не всё',
    records: (count: string) => `Получено записей: ${count}`,
    failed: (count: string) => `Не удалось задач: ${count}; причины — на экране «Загрузки»`,
  },
}

export function noticeOf({ records, tasks }: Progress, language: 'en' | 'ru'): Notice {
  const words = WORDS[language]
  const count = (value: number) => value.toLocaleString(language)
  const lines = [words.records(count(records)), ...(tasks.failed > 0 ? [words.failed(count(tasks.failed))] : [])]
  return { title: tasks.failed > 0 ? words.missing : words.done, body: lines.join('. ') }
}
