import { computed } from 'vue'
import { wordsOf } from '../../../electron/words/index.ts'
import { useProgram } from '../../stores/program.ts'

/** Moments by the computer's own clock, which schedulers go by, whatever zone the book has. */
export function useSystemTime() {
  const program = useProgram()
  const format = computed(() => {
    const timeZone = program.info?.systemTimeZone
    return new Intl.DateTimeFormat(wordsOf(program.language).habits.locale, {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      ...(timeZone === undefined ? {} : { timeZone }),
    })
  })
  return (atMs: number): string => format.value.format(atMs)
}
