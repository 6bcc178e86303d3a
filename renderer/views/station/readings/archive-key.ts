/** Names an archive of a station. */
export const keyOf = (archive: { archiveType: string; view: string }): string => `${archive.archiveType}|${archive.view}`
