import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { roleOfText } from '../../../electron/analysis/station/meaning/roles.ts'
import { momentIn, numberIn } from '../../../electron/analysis/station/settings/values.ts'
import { fold, naturalKey } from '../../../electron/book/search/text.ts'
import { momentTyped } from '../../../electron/cli/clocks.ts'
import { bookInFiles } from '../../../electron/contract/book-name.ts'
import { readCoordinates } from '../../../electron/contract/coordinates.ts'
import { decimalTyped } from '../../../electron/contract/decimal.ts'
import { isDeviceName } from '../../../electron/contract/device-names.ts'
import { linkOf } from '../../../electron/contract/deep-link.ts'
import { MeterbookError } from '../../../electron/contract/errors.ts'
import { foldText } from '../../../electron/contract/folding.ts'
import { foreignJson } from '../../../electron/contract/foreign-json.ts'
import { formulaSafe, formulaText } from '../../../electron/contract/formulas.ts'
import { piecesOf } from '../../../electron/contract/highlight.ts'
import { onOtherLayout } from '../../../electron/contract/keyboard-layout.ts'
import { periodIn, withoutCubicMetres } from '../../../electron/contract/limit-spellings.ts'
import { phonesIn, phoneWords } from '../../../electron/contract/phone.ts'
import { recogniseChannel } from '../../../electron/contract/quantities.ts'
import { parametersIn } from '../../../electron/contract/question-parameters.ts'
import { unitForPeople, unitNamed } from '../../../electron/contract/unit-spellings.ts'
import { visible } from '../../../electron/contract/visible.ts'
import { namePart } from '../../../electron/exports/name-part.ts'
import { parseMap } from '../../../electron/imports/map-yaml.ts'
import { printedNumber } from '../../../electron/imports/values.ts'
import { UsageError } from '../../../electron/cli/usage-error.ts'
import { attacks } from '../../support/attacks.ts'
import { REPEATED, repeated } from '../../support/hostile-texts.ts'
import { expectLinear } from '../../support/linear.ts'
import { costly, PATTERNS_IN, regularExpressionsIn } from '../../support/regular-expressions.ts'

/** Texts that somebody repeats a million times: whatever reads one takes as long as it is, or refuses it. */

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'a number of a file': (text) => printedNumber(text, 'auto'),
  'a number of a dial': decimalTyped,
  'a number of a setting': numberIn,
  'a moment of a setting': (text) => momentIn(text, 'Europe/Moscow'),
  'a moment that is typed': (text) => momentTyped(text, 'Europe/Moscow'),
  'a unit': (text) => unitNamed(text),
  'a unit for people': (text) => unitForPeople(text, 'ru'),
  phones: phonesIn,
  'a search with phones': phoneWords,
  'a text that is folded': foldText,
  'a value that is searched': fold,
  'a value that is sorted': naturalKey,
  'words that are found in a text': (text) => piecesOf(text, ['1 1', 'a', '..']),
  'a search on another keyboard': onOtherLayout,
  coordinates: (text) => readCoordinates(text),
  'a period of a limit': periodIn,
  'the number of a limit': withoutCubicMetres,
  'the name of a channel': (text) => recogniseChannel({ channelVarname: text, channelName: text, unitName: text }),
  'the name of a setting': roleOfText,
  'a link': linkOf,
  JSON: foreignJson,
  'a map': parseMap,
  'a formula': (text) => formulaText(formulaSafe(text)),
  'control characters': visible,
  'the name of a file': (text) => namePart(text),
  'the name of a device of Windows': (text) => isDeviceName(`con${text}`),
  'the name of a book': (text) => bookInFiles({ file: text, identity: { email: 'a' } }),
  'parameters of a question': parametersIn,
}

for (const [kind, read] of Object.entries(READERS))
  attacks(
    1,
    kind,
    REPEATED.map(([name, sign, end]) => ({
      name,
      run: () =>
        expectLinear(repeated(sign, end), (text: string) => {
          try {
            read(text)
          } catch (error) {
            if (!(error instanceof MeterbookError || error instanceof UsageError)) throw error
          }
        }),
    })),
  )

test('no pattern of the house costs more than its text is long', () => {
  const files = PATTERNS_IN.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|vue)$/u.test(name))
      .map((name) => path.join(folder, name)),
  )
  const found = files.flatMap((file) => regularExpressionsIn(readFileSync(file, 'utf8'), file))
  expect(found.length).toBeGreaterThan(400)
  expect(costly(found)).toEqual([])
})
