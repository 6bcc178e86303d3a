import { cellsOf } from '../../../electron/exports/evidence/read-lines.ts'
import { csvRow } from '../../../electron/exports/evidence/tables.ts'
import { plainCells } from '../../../electron/exports/evidence/plain-cells.ts'
import { namePart } from '../../../electron/exports/name-part.ts'
import { breakable, fitted } from '../../../electron/exports/forms/pdf/fitted.ts'
import { linesIn, rowsOfLines } from '../../../electron/exports/forms/pdf/long-rows.ts'
import { exactNumber, isDecimal } from '../../../electron/exports/safety.ts'
import { textCell } from '../../../electron/exports/xlsx/cells.ts'
import { createSheetNames } from '../../../electron/exports/xlsx/sheet-names.ts'
import { escaped, plainXml } from '../../../electron/exports/xlsx/xml.ts'
import { columns } from '../../../electron/cli/numbers.ts'
import { sentenceOf } from '../../../electron/cli/sentences.ts'
import { roleOfState, roleOfText } from '../../../electron/analysis/station/meaning/roles.ts'
import { momentIn, numberIn } from '../../../electron/analysis/station/settings/values.ts'
import { zoneOffset } from '../../../electron/analysis/rules/device-clock.ts'
import { meaningOfChannel, meaningOfMessage, meaningOfSetting } from '../../../electron/analysis/station/meaning/recognise.ts'
import { thresholdsOf } from '../../../electron/analysis/station/thresholds/of-device.ts'
import { encodeRecord, numberOf, parseRecord } from '../../../electron/book/archives/reading-record.ts'
import { naturalKey } from '../../../electron/book/search/text.ts'
import { stationCalled } from '../../../electron/contract/called.ts'
import { finderOf, foldText, typedWords } from '../../../electron/contract/folding.ts'
import { formulaSafe, formulaText } from '../../../electron/contract/formulas.ts'
import { piecesOf } from '../../../electron/contract/highlight.ts'
import { onOtherLayout } from '../../../electron/contract/keyboard-layout.ts'
import { EVENT_ARCHIVES } from '../../../electron/contract/records.ts'
import { recogniseChannel } from '../../../electron/contract/quantities.ts'
import { unitNamed } from '../../../electron/contract/unit-spellings.ts'
import { visible, visibleLines } from '../../../electron/contract/visible.ts'
import { measuredOf, quantityOf } from '../../../renderer/i18n/quantity.ts'

/** Whatever reads a text of the service, a book or a file with patterns of its own. */
export const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  meaningOfChannel: (text) => meaningOfChannel({ channelVarname: text, channelName: text, unitName: text }, 'hourly'),
  meaningOfSetting: (text) => meaningOfSetting(text, text),
  meaningOfMessage: (text) =>
    EVENT_ARCHIVES.map((archiveType) =>
      meaningOfMessage({ archiveType, code: text, texts: [text, text], messageTypicalId: null, channelVarname: text }),
    ),
  recogniseChannel: (text) => recogniseChannel({ channelVarname: 'x', channelName: text, unitName: null }),
  roleOfText,
  roleOfState,
  unitNamed,
  thresholdsOf: (text) => thresholdsOf([], [text]),
  numberIn,
  momentIn: (text) => momentIn(text, 'Europe/Moscow'),
  zoneOffset,
  numberOf,
  parsedRecord: (text) => parseRecord(encodeRecord({ a: text, b: 1 }, ['a', 'b']) ?? '[]'),
  plainCells: (text) => plainCells(JSON.stringify([text, text])),
  isDecimal,
  exactNumber,
  quantityOf,
  measuredOf,
  foldText,
  typedWords,
  finderOf: (text) => finderOf(text.slice(0, 2))(text),
  naturalKey,
  piecesOf: (text) => piecesOf(text, typedWords(text.slice(0, 2))),
  onOtherLayout,
  stationCalled: (text) => stationCalled({ id: 1, name: text, equipmentSerialNumber: text }),
  formulas: (text) => formulaText(formulaSafe(`=${text}`)),
  formulaSafe,
  visible,
  visibleLines,
  sentenceOf: (text) => sentenceOf({ code: 'NO_SUCH_REPORT', data: { name: text } }),
  columns: (text) => columns([[text, 1]]),
  evidenceRow: (text) => cellsOf(csvRow([text, text]), 2),
  xlsxCell: textCell,
  escaped,
  plainXml,
  sheetNames: (text) => createSheetNames()(text),
  namePart: (text) => namePart(text),
  fitted: (text) => fitted(text, 20),
  breakable,
  linesIn: (text) => linesIn(text, 20),
  rowsOfLines: (text) => rowsOfLines([fitted(text, 20), text], [20, 40], 30),
}
