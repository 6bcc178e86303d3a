import findings from '../findings.ts'

export default {
  ofStation: 'Changes',
  grid: 'Changes',
  back: 'Back to the visits',
  counted: '{n} change | {n} changes',
  column: {
    when: 'When',
    what: 'What',
    values: 'Before → after',
    standing: 'Standing',
    saidBy: 'Who says so',
    conversion: 'Conversion factor',
  },
  standing: { any: 'All', confirmed: 'Confirmed', alone: 'Alone' },
  confirmed: findings.confirmed,
  alone: findings.alone,
  by: findings.by,
  between: '{from} – {to}',
  unknownValue: 'not told',
  noValues: 'values not told',
  conversion: 'K {values}',
  toSettings: 'Settings before and after',
  toEvent: 'The event in the log',
  allTime: 'All time',
  empty: 'No changes',
  emptyHint:
    'Neither the settings, nor the events of changes, nor the implied conversion factor tell of a change here. Settings are compared from their second download on.',
  role: findings.role,
}
