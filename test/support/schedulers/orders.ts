import type { Order, Places } from '../../../electron/backend/schedule/order.ts'
import { WEEKDAYS } from '../../../electron/contract/schedule-words.ts'

/** Names with everything that a file may be called: spaces, quotes, signs that units, scripts and XML obey, letters of others. */
export const NASTY = `Иван's "50%" $HOME & <b> \\n %h \`id\` #; 🔥`

export const nastyOrder: Order = {
  id: '0123456789',
  book: `/books/${NASTY}.meterbook`,
  times: { at: '01:30', days: WEEKDAYS, everyHours: null },
  commandLine: { program: `/opt/${NASTY}/meterbook`, args: [] },
  dataFolder: `/data/${NASTY}`,
  log: `/data/${NASTY}/schedules/0123456789.log`,
}

/** What Windows lets a file be called: no quotes, angle brackets or backslashes in a name. */
const NASTY_THERE = `Иван's 50% %TEMP% ^& !x! $HOME 🔥`
export const nastyOrderThere: Order = {
  ...nastyOrder,
  book: `D:\\books\\${NASTY_THERE}.meterbook`,
  commandLine: { program: `C:\\Programs\\${NASTY_THERE}\\meterbook.cmd`, args: [] },
  dataFolder: `D:\\data\\${NASTY_THERE}`,
  log: `D:\\data\\${NASTY_THERE}\\schedules\\0123456789.log`,
}

export const places: Places = {
  home: '/home/u',
  config: '/home/u/.config',
  own: 'C:\\Users\\Иван & Co\\AppData\\Local\\Meterbook\\schedules',
  uid: 501,
  account: 'OFFICE\\Иван',
}
