/** Kinds of long work. */
export const WORK_KINDS = [
  'export',
  'report',
  'evidence',
  'verify',
  'share',
  'merge',
  'lake',
  'import',
  'update',
  'backup',
  'migration',
  'recovery',
] as const
export type WorkKind = (typeof WORK_KINDS)[number]
