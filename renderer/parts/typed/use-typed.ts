import type { TypedRow } from '../../../electron/contract/typed.ts'
import { shownCoordinates } from '../../../electron/contract/coordinates.ts'
import { client } from '../../client.ts'
import { useQuestion } from '../../stores/question.ts'
import { useFormat } from '../../stores/words/format.ts'

/** What is typed in of a station. */
export const useTyped = (stationId: () => number) =>
  useQuestion((signal) => client.typed.ofStation({ stationId: stationId() }, { signal }), {
    stationId,
    sources: stationId,
    topics: ['stations'],
  })

/** A typed value in words. */
export function useTypedWords() {
  const format = useFormat()
  return ({ fact, value }: Pick<TypedRow, 'fact' | 'value'>): string => {
    switch (fact) {
      case 'coordinates':
        return shownCoordinates(value)
      case 'next_verification':
        return format.day(value)
      case 'limit_of_error':
        return format.quantity(value)
    }
  }
}
