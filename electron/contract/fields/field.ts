/** The fields of a kind of record, listed once: what is made of them is made by their kinds. */

/** `time`: Unix ms inside, seconds in the public view. */
type FieldKind = 'text' | 'whole' | 'number' | 'time'

export interface RecordField {
  /** What the public view, the lake and files for programs call it; a time is `…_ms` in the book's own table. */
  name: string
  kind: FieldKind
  /** All the values that it may have. */
  oneOf?: readonly (string | number)[]
  /** A record may be without it. */
  mayLack?: true
  /** The public view has it, and the lake. */
  isPublic?: true
  /** Which word files and tables title it by; that of its name when absent. */
  title?: string
  /** Computed with doubles: shown without the noise behind its digits. */
  isComputed?: true
}
export type RecordFields = Readonly<Record<string, RecordField>>

/** What a record with these fields is. */
export type RecordOf<Fields extends RecordFields> = { -readonly [Key in keyof Fields]: ValueOf<Fields[Key]> }
type ValueOf<Field extends RecordField> =
  | (Field extends { oneOf: readonly (infer Value)[] } ? Value : ByKind[Field['kind']])
  | LackOf<Field>
type LackOf<Field extends RecordField> = Field extends { mayLack: true } ? null : never
interface ByKind {
  text: string
  whole: number
  number: number
  time: number
}

/** The column of the book's own table. */
export const columnOf = ({ name, kind }: RecordField): string => (kind === 'time' ? name.replace(/_time$/, '_ms') : name)

/** Those that a test holds the public view to, in its order. */
export const publicFields = (fields: RecordFields): RecordField[] => Object.values(fields).filter(({ isPublic }) => isPublic)
