/**
 * The fields of a kind of record, listed once: reading it from the service, its type, the contract's shape, the book's columns,
 * their check, the lake and the columns of files are made from the list.
 */

/** A value that is kept exactly as the service sent it, whatever its type. */
export type Verbatim = string | number | boolean | null | Verbatim[] | { [key: string]: Verbatim }

/** `time`: Unix ms inside, seconds in the public view. The last three are verbatim: what reads as a text, what is not counted with, and what is measured. */
type FieldKind = 'text' | 'whole' | 'number' | 'time' | 'word' | 'code' | 'value'

export interface RecordField {
  /** As the service, the public view, the lake and files for programs spell it. */
  name: string
  kind: FieldKind
  /** All the values that it may have. */
  oneOf?: readonly (string | number)[]
  /** A record may be without it. */
  mayLack?: true
  /** Neither the public view has it nor the lake. */
  isInner?: true
  /** Which word files and tables title it by; that of its name when absent. */
  title?: string
  /** Computed with doubles: shown without the noise behind its digits. */
  isComputed?: true
}
export type RecordFields = Readonly<Record<string, RecordField>>

/** A record with these fields. */
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
  word: Verbatim
  code: Verbatim
  value: Verbatim
}

export const isVerbatim = ({ kind }: RecordField): boolean => kind === 'word' || kind === 'code' || kind === 'value'

/** The fields that the public view has, in its order. */
export const publicFields = (fields: RecordFields): RecordField[] => Object.values(fields).filter(({ isInner }) => !isInner)

/** One value for each field, by the fields' keys. */
export function byField<Fields extends RecordFields, T>(fields: Fields, make: (field: RecordField) => T): { [Key in keyof Fields]: T } {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, make(field)])) as { [Key in keyof Fields]: T }
}
