/** A device that did not report for a while: what it measured meanwhile came with its first session after that. Unix ms. */
export interface Silence {
  fromMs: number
  /** The first moment at which it can report again. */
  toMs: number
}

/** Which devices are silent, by the key of their station; tests change it while the service runs. */
export type Silences = ReadonlyMap<number, Silence>
