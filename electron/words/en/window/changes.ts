import findings from '../findings.ts'
import terms from '../terms.ts'

export default {
  ofStation: terms.changes,
  grid: terms.changes,
  back: 'Back to the visits',
  counted: terms.countedChanges,
  column: {
    when: terms.when,
    what: terms.what,
    values: 'Before → after',
    standing: terms.standing,
    saidBy: terms.whoSaysSo,
    conversion: terms.conversionFactor,
  },
  standing: { any: terms.all, confirmed: 'Confirmed', alone: 'Alone' },
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
