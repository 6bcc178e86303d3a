import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { calledBy } from '../../../electron/contract/called.ts'
import { FINDING_FIELDS } from '../../../electron/contract/fields/findings.ts'
import type { RecordField } from '../../../electron/contract/fields/field.ts'
import type { FindingRow } from '../../../electron/contract/findings.ts'
import { wordsOf } from '../../../electron/words/index.ts'
import type { GridColumn } from '../../components/grid/columns.ts'
import { useProgram } from '../../stores/program.ts'
import { useFormat } from '../../stores/words/format.ts'
import { COLUMN_DECIMALS } from '../amounts/use-gas-words.ts'
import { flagTone } from './flags.ts'
import { useFindingWords } from './use-finding-words.ts'

type Key = keyof typeof FINDING_FIELDS
/** Columns of their own show these fields, or the words of a finding's subject do. */
const SHOWN: ReadonlySet<string> = new Set<Key>([
  'id',
  'rule',
  'flag',
  'stationId',
  'archiveType',
  'channelVarname',
  'fromMs',
  'toMs',
  'measure',
  'threshold',
  'm3',
  'state',
])
/** The other fields: a field that is added to the list is a column among these. */
const OTHERS = (Object.entries(FINDING_FIELDS) as [Key, RecordField][]).filter(([key, { isInner }]) => !isInner && !SHOWN.has(key))

/** The columns of a table of findings. */
export function useFindingColumns(withStation: boolean) {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const words = useFindingWords()
  const program = useProgram()
  const m3 = (value: number | null) => (value === null ? '—' : format.fixed(value, COLUMN_DECIMALS))

  return computed<GridColumn<FindingRow>[]>(() => {
    const { file } = wordsOf(program.language)
    const flag: GridColumn<FindingRow> = {
      key: 'flag',
      title: t('findings.flagTitle'),
      width: 134,
      sortable: true,
      text: (row) => words.flagName(row.flag),
      tone: (row) => flagTone(row.flag),
    }
    const station: GridColumn<FindingRow> = {
      key: 'station',
      title: t('findings.station'),
      width: 146,
      sortable: true,
      text: (row) => calledBy(row.stationName, row.stationId),
    }
    return [
      flag,
      ...(withStation ? [station] : []),
      {
        key: 'rule',
        title: t('findings.rule'),
        width: 132,
        sortable: true,
        text: (row) => words.ruleName(row.rule),
        title2: (row) => words.ruleText(row.rule).definition,
      },
      {
        key: 'what',
        title: t('findings.what'),
        width: withStation ? 270 : 330,
        grow: true,
        text: words.sentence,
      },
      {
        key: 'from',
        title: t('findings.since'),
        width: 138,
        sortable: true,
        text: (row) => format.dateTime(row.fromMs),
        title2: (row) => format.absolute(row.fromMs),
        copied: (row) => format.stamp(row.fromMs),
      },
      {
        key: 'until',
        title: t('findings.until'),
        width: 138,
        text: (row) => (row.toMs === null ? t('findings.lasts') : format.dateTime(row.toMs)),
        title2: (row) => (row.toMs === null ? t('findings.lasts') : format.absolute(row.toMs)),
        copied: (row) => (row.toMs === null ? '' : format.stamp(row.toMs)),
        tone: (row) => (row.toMs === null ? 'tone-warn' : ''),
      },
      {
        key: 'duration',
        title: t('findings.duration'),
        width: 96,
        align: 'end',
        sortable: true,
        text: words.lastingOf,
      },
      {
        key: 'm3',
        title: t('findings.m3'),
        width: 106,
        align: 'end',
        sortable: true,
        text: (row) => m3(row.m3),
        copied: (row) => format.copied(m3(row.m3)),
        tone: (row) => (row.m3 === null ? 'muted' : ''),
      },
      {
        key: 'state',
        title: t('findings.stateTitle'),
        width: 110,
        sortable: true,
        text: (row) => words.stateName(row.state),
        tone: (row) => (row.state === 'new' ? 'strong' : 'muted'),
      },
      {
        key: 'measure',
        title: t('findings.measure'),
        width: 110,
        align: 'end',
        hidden: true,
        text: words.measureOf,
      },
      {
        key: 'threshold',
        title: t('findings.threshold'),
        width: 100,
        align: 'end',
        hidden: true,
        text: words.thresholdOf,
      },
      {
        key: 'subject',
        title: t('findings.leftOf'),
        width: 150,
        hidden: true,
        text: (row) => words.subjectOf(row) || t('findings.wholeStation'),
      },
      ...OTHERS.map(([key, { name, title, kind }]): GridColumn<FindingRow> => ({
        key,
        title: file[(title ?? name) as keyof typeof file],
        width: 120,
        align: kind === 'whole' || kind === 'number' ? 'end' : undefined,
        hidden: true,
        text: ({ [key]: value }) => (typeof value === 'number' && kind === 'time' ? format.dateTime(value) : String(value ?? '—')),
      })),
    ]
  })
}
