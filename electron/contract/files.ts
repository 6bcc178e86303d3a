/** What files can be made of the book, and for whom: one list for the window, the command line and the writers. */

export const FILE_FORMATS = ['csv', 'xlsx', 'json'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

/**
 * `people`: a spreadsheet in their language shows what the window shows. `programs`: codes, verbatim values and ISO
 * times, the same in every language. JSON is for programs always.
 */
export const FILE_READERS = ['people', 'programs'] as const
export type FileReader = (typeof FILE_READERS)[number]
