import terms from '../terms.ts'
import verifications from '../verifications.ts'
/** Reports on paper: the title block, signatures, the footer, consumption, and what is wrong with a form file. */
export default {
  title: {
    'consumption-daily': 'Report of gas consumption parameters, daily',
    'consumption-monthly': 'Report of gas consumption parameters, monthly',
    events: terms.eventLog,
    changes: 'Changes log',
    abnormal: 'Abnormal situations',
    passport: 'Metering station passport',
    visits: terms.visitList,
    'control-reading': 'Act of a control reading',
    verifications: verifications.title,
    balance: terms.balanceOfABranch,
  },
  heads: {
    supplier: 'Supplier',
    consumer: terms.consumerOfGas,
    inn: terms.inn,
    contract: 'Contract No.',
    unit: terms.meteringUnit,
    device: terms.device,
    serial: 'Serial No.',
    limits: 'Measuring limits',
    pressure_basis: terms.pressure,
    conditions: 'Standard conditions',
    verification: 'Verified until',
    contract_hour: terms.contractHour,
    zone: terms.timeZone,
    period: 'Period',
    completeness: terms.completeness,
    book: terms.book,
  },
  signatures: {
    responsible: terms.responsibleForMetering,
    representative: 'Service representative',
    for_supplier: terms.forTheSupplier,
    for_consumer: terms.forTheConsumer,
  },
  signHere: { signature: 'signature', name: 'name', date: 'date' },
  none: '—',
  /** The zero that the pressure is measured from. */
  basis: { absolute: 'absolute', gauge: 'gauge', byVolumes: (basis: string) => `${basis}, by the volumes` },
  contractOf: (number: string, day: string) => `${number} of ${day}`,
  all: 'all there is',
  span: (from: string, to: string) => `${from} – ${to}`,
  /** Below every page. */
  page: (page: string, pages: string) => `Page ${page} of ${pages}`,
  /** The sheet within the whole file, where that has several stations. */
  sheet: (sheet: string, sheets: string) => `sheet ${sheet} of ${sheets}`,
  printed: (at: string) => `Printed ${at}`,
  ruleSet: (digest: string) => `rule set ${digest}`,
  evidence: (hash: string) => `Evidence SHA-256 ${hash}`,
  logoLeftOut: (fault: string) =>
    `The logo kept in the book is not printed: it is ${fault === 'too-large' ? 'larger than 1.5 million pixels or 500 kB' : 'no picture that can be read'}. Choose it again in the letterhead.`,
  deviceSays: {
    zone: (said: string) => `The settings of the device name the zone ${said}, which is another one than this report is counted by.`,
    hour: (said: string) =>
      `The settings of the device name contract hour ${said}, by the device's own clock: gas days begin at another one here.`,
  },
  stated: 'Stated',
  madeBy: 'Made by',
  empty: 'Nothing to show.',
  total: terms.total,
  mean: terms.mean,
  problems: {
    unread: (reason: string) => `The file cannot be read${reason && ` (${reason})`}.`,
    syntax: (line: string, what: string) => `Line ${line}: this is not YAML that can be read: ${what}.`,
    notAMap: (line: string, where: string) => `Line ${line}: ${where} must be a list of names with values.`,
    unknownKey: (line: string, what: string, known: string) => `Line ${line}: a form has no “${what}” here. What it may have: ${known}.`,
    missing: (line: string, what: string) => `Line ${line}: “${what}” is missing.`,
    notOneOf: (line: string, what: string, known: string) => `Line ${line}: “${what}” is not known. Possible: ${known}.`,
    unknownColumn: (line: string, what: string, known: string) => `Line ${line}: these data have no column “${what}”. They have: ${known}.`,
    twice: (line: string, what: string) => `Line ${line}: “${what}” stands here for the second time.`,
    notAText: (line: string, what: string) => `Line ${line}: “${what}” must be a text.`,
    notANumber: (line: string, what: string, least: string, most: string) =>
      `Line ${line}: “${what}” must be a number from ${least} to ${most}.`,
    notAList: (line: string, what: string) => `Line ${line}: “${what}” must be a list, each entry on a line with a dash.`,
    notYesOrNo: (line: string, what: string) => `Line ${line}: “${what}” must be true or false.`,
    noColumns: (line: string) => `Line ${line}: a form needs at least one column.`,
  },
}
