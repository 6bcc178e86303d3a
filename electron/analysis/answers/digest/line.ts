import type { DigestKind } from '../../../contract/digest-words.ts'
import type { DigestLine } from '../../../contract/digest.ts'
import { FLAG_ORDER } from '../../../contract/rules.ts'

/** A line of a kind; what is not said of it is null. */
export const lineOf = (kind: DigestKind, atMs: number, said: Partial<DigestLine>): DigestLine => ({
  kind,
  detail: null,
  stationId: null,
  stationName: null,
  id: null,
  atMs,
  fromMs: null,
  toMs: null,
  m3: null,
  rule: null,
  flag: null,
  archiveType: null,
  count: null,
  stations: null,
  day: null,
  name: null,
  before: null,
  after: null,
  unit: null,
  saidBy: [],
  text: null,
  ...said,
})

/** The worst first: by m³, then by flag, then what is newest. */
export const worstFirst = (a: DigestLine, b: DigestLine): number =>
  Math.abs(b.m3 ?? 0) - Math.abs(a.m3 ?? 0) ||
  flagRank(b) - flagRank(a) ||
  (b.count ?? 0) - (a.count ?? 0) ||
  (b.fromMs ?? b.atMs) - (a.fromMs ?? a.atMs) ||
  (a.stationId ?? 0) - (b.stationId ?? 0)

const flagRank = ({ flag }: DigestLine): number => (flag === null ? -1 : FLAG_ORDER.indexOf(flag))
