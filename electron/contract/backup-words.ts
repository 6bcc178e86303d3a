/** When a backup is made by itself, if data has changed: after each download, or at most once in so long. */
export const BACKUP_TIMES = ['download', 'day', 'week'] as const

/** Why a backup was made: by itself, because somebody asked, or before a migration. */
export const BACKUP_REASONS = ['schedule', 'asked', 'migration'] as const
export type BackupReason = (typeof BACKUP_REASONS)[number]

/** What people wrote or set by hand, by kind, as the preview of a backup names it. */
export const WRITTEN_KINDS = [
  'note',
  'reading',
  'photo',
  'mark',
  'limit',
  'typed',
  'branch',
  'meaning',
  'threshold',
  'report',
  'question',
  'contract',
  'letterhead',
  'map',
  'file',
  'stop',
  'trip',
  'clock',
] as const
export type WrittenKind = (typeof WRITTEN_KINDS)[number]

/** What a restore does to one of these: the book has it and the backup does not, the other way round, or both have it otherwise. */
export const WRITTEN_CHANGES = ['lost', 'back', 'other'] as const
export type WrittenChange = (typeof WRITTEN_CHANGES)[number]

/** What a preview counts on both sides. */
export const PREVIEW_COUNTS = ['stations', 'readings', 'events', 'settingSnapshots', 'sessions', 'notes'] as const
export type PreviewCount = (typeof PREVIEW_COUNTS)[number]
