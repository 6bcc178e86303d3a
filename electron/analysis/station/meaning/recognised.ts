/** Which row recognised something. */
export interface Recognised {
  /** The id of the table's row; null: none did. */
  row: string | null
  /** The user has said it. */
  corrected: boolean
}
