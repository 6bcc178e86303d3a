import { createQuestions, type Questions, type StartProcess } from '../questions/questions.ts'

/** Who asks the open book in SQL: windows, one question after another; and each file beside them, because it may take an hour. */
export interface Asking extends Pick<Questions, 'pour' | 'warm' | 'letGo' | 'close'> {
  /** Work with a process of its own, which is there as long as the work. */
  beside<T>(work: (questions: Pick<Questions, 'pour'>) => Promise<T>): Promise<T>
}

export function createAsking(start: StartProcess): Asking {
  const windows = createQuestions({ start })
  const all = new Set([windows])
  return {
    pour: windows.pour,
    warm: windows.warm,
    async beside(work) {
      const own = createQuestions({ start })
      all.add(own)
      try {
        return await work(own)
      } finally {
        all.delete(own)
        own.close()
      }
    },
    async letGo(file) {
      await Promise.all([...all].map((questions) => questions.letGo(file)))
    },
    close() {
      for (const questions of all) questions.close()
    },
  }
}
