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
  json: { label: 'JSON', offeredFor: ['programs'] },
} as const satisfies Record<string, { label: string; offeredFor: readonly FileReader[] }>
export type FileFormat = keyof typeof FORMATS
export const FILE_FORMATS = Object.keys(FORMATS) as FileFormat[]

/** What a file can be made of; besides there are sums, which are of one channel. */
export const FILE_KINDS = ['stations', 'readings', 'events', 'settings', 'sessions', 'coverage', 'notes'] as const
