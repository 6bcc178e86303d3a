import { computed, type Ref } from 'vue'
import {
  CSV_ENCODINGS,
  CSV_SEPARATORS,
  FILE_FORMATS,
  FILE_READERS,
  FORMATS,
  SHEETS,
  type CsvEncoding,
  type CsvSeparator,
  type FileFormat,
  type FileReader,
  type Sheets,
} from '../../electron/contract/files.ts'
import { kept } from './kept.ts'

/** Everything that a file's writer can be told, whatever the format: what does not concern it is left unsaid. */
export interface ExportChoices {
  reader: FileReader
  format: FileFormat
  separator: CsvSeparator | 'usual'
  encoding: CsvEncoding
  sheets: Sheets
  /** Measured values in the units of the screen. */
  units: boolean
}

export const SEPARATORS = ['usual', ...CSV_SEPARATORS] as const

const USUAL: ExportChoices = { reader: 'people', format: 'xlsx', separator: 'usual', encoding: 'utf-8', sheets: 'one', units: false }

const among = (list: readonly string[], value: unknown): boolean => typeof value === 'string' && list.includes(value)

/** A format that this program offers, for a reader that it offers it for: an older one may have been remembered. */
function areChoices(value: unknown): value is ExportChoices {
  if (typeof value !== 'object' || value === null) return false
  const { reader, format, separator, encoding, sheets, units } = value as Record<string, unknown>
  return (
    among(FILE_READERS, reader) &&
    among(formatsFor(reader as FileReader), format) &&
    among(SEPARATORS, separator) &&
    among(CSV_ENCODINGS, encoding) &&
    among(SHEETS, sheets) &&
    typeof units === 'boolean'
  )
}

/** The formats that are offered for a reader. */
const formatsFor = (reader: FileReader): FileFormat[] =>
  FILE_FORMATS.filter((format) => FORMATS[format].offeredFor.some((one) => one === reader))

/** The next file is made like the last one. */
const last = kept<ExportChoices>('export', USUAL, areChoices)

/** The choices of the window; a reader whom the format is not offered for gets the first that is. */
export function useExportChoices(): {
  choices: Ref<ExportChoices>
  formats: Ref<FileFormat[]>
  choose: (reader: FileReader) => void
} {
  return {
    choices: last,
    formats: computed(() => formatsFor(last.value.reader)),
    choose(reader) {
      const formats = formatsFor(reader)
      const format = formats.includes(last.value.format) ? last.value.format : (formats[0] ?? last.value.format)
      last.value = { ...last.value, reader, format }
    },
  }
}
