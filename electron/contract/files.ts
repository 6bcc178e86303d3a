/** What files can be made of the book, and for whom: the one list for the window, the command line and the writers. */

/**
 * `people`: a spreadsheet in their language shows what the window shows. `programs`: codes, verbatim values and ISO
 * times, the same in every language.
 */
export const FILE_READERS = ['people', 'programs'] as const
export type FileReader = (typeof FILE_READERS)[number]

/**
 * Every format: its name, which is the same in every language, and the readers that the window offers it for. Its
 * writer is the file of the same name in exports/formats. The endings of files are the keys.
 */
export const FORMATS = {
  csv: { label: 'CSV', offeredFor: ['people', 'programs'] },
  xlsx: { label: 'Excel (XLSX)', offeredFor: ['people'] },
  pdf: { label: 'PDF', offeredFor: ['people'] },
  json: { label: 'JSON', offeredFor: ['programs'] },
  parquet: { label: 'Parquet', offeredFor: ['programs'] },
} as const satisfies Record<string, { label: string; offeredFor: readonly FileReader[] }>
export type FileFormat = keyof typeof FORMATS
export const FILE_FORMATS = Object.keys(FORMATS) as FileFormat[]

/** The things that a file can be made of; besides there are sums, which are of one channel. */
export const FILE_KINDS = ['stations', 'readings', 'events', 'settings', 'sessions', 'coverage', 'notes'] as const

/** How CSV is spelled where that is not left to the reader: characters, and what stands between two cells. */
export const CSV_ENCODINGS = ['utf-8', 'windows-1251'] as const
export type CsvEncoding = (typeof CSV_ENCODINGS)[number]
export const CSV_SEPARATORS = ['comma', 'semicolon', 'tab'] as const
export type CsvSeparator = (typeof CSV_SEPARATORS)[number]

/** Spreadsheets: all stations on one sheet, or a sheet for each. */
export const SHEETS = ['one', 'station'] as const
export type Sheets = (typeof SHEETS)[number]
