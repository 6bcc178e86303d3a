/** Names an archive of a station. */
export const keyOf = (archive: { archiveType: string; view: string }): string => `${archive.archiveType}|${archive.view}`

/** Names an archive of a station, of all its devices or of one. */
export const seriesKey = (
  { stationId, equipmentId }: { stationId: number; equipmentId?: number },
  archive: { archiveType: string; view: string },
): string => `${stationId}|${equipmentId ?? ''}|${keyOf(archive)}`
