import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packTexts, placesHolding } from '../../../electron/book/search/packed-texts.ts'
import { numRuns } from './fixtures.ts'

/** Few letters, so that words are found often, at the ends of texts and in empty ones too. */
const text = fc.string({ unit: fc.constantFrom('а', 'б', 'a', ' ', '\n'), maxLength: 12 })
const word = fc.string({ unit: fc.constantFrom('а', 'б', 'a'), minLength: 1, maxLength: 3 })

test('finds the texts that have every word, among all and among some', () => {
  fc.assert(
    fc.property(fc.array(text), fc.array(word), fc.array(fc.boolean()), (texts, words, chosen) => {
      const packed = packTexts(texts)
      const holding = texts.flatMap((each, place) => (words.every((one) => each.includes(one)) ? [place] : []))
      expect(placesHolding(packed, words)).toEqual(holding)
      const among = texts.flatMap((_, place) => (chosen[place] ? [place] : []))
      expect(placesHolding(packed, words, among)).toEqual(holding.filter((place) => among.includes(place)))
    }),
    { numRuns: numRuns(300, 5000) },
  )
})
