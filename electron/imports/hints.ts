/** What the book knows of the station that a file is of, named as in its views. */
export interface GuessHints {
  channels: readonly {
    channel_varname: string
    channel_name: string | null
    unit_name: string | null
    archive_type_varname: string
    archive_type_name?: string | null
  }[]
  /** IANA. */
  stationZone: string
}
